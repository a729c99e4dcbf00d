import { useEffect, useState, type ReactNode } from 'react';
import { usePlayerTools } from './player-context.tsx';

type Part = () => ReactNode;

/** A part of the interface that loads when it is first shown. React's own `lazy` needs a node that our build is without. */
export function onDemand(load: () => Promise<Part>): Part {
  return function OnDemand() {
    const { reportError } = usePlayerTools();
    const [Loaded, setLoaded] = useState<Part | null>(null);
    useEffect(() => {
      load().then((part) => setLoaded(() => part), reportError);
    }, [reportError]);
    return Loaded !== null && <Loaded />;
  };
}
