import { useEffect, useState, type ReactNode } from 'react';

type Part<Props> = (props: Props) => ReactNode;

/**
 * A part of the interface that loads when it is first shown. A failed load throws to the boundary around the part, and is retried
 * when the boundary is remounted. React's own `lazy` keeps a failure for the life of the page, and shows a loaded component no
 * sooner than 300 ms after its request.
 */
export function onDemand<Props extends object>(load: () => Promise<Part<Props>>): Part<Props> {
  let known: Part<Props> | null = null;
  return function OnDemand(props) {
    const [Loaded, setLoaded] = useState(() => known);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (known !== null) return;
      load().then(
        (part) => {
          known = part;
          setLoaded(() => part);
        },
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    if (failure !== null) throw failure.error;
    return Loaded !== null && <Loaded {...props} />;
  };
}
