import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Figures } from './figures-store.ts';
import { useSession } from './use-session.ts';

type TextOf = (figures: Figures) => string;

/**
 * A text that changes once a second: it is written into the page without a render, which would cost the main thread more than the rest of
 * the panel.
 */
export function Figure({ of }: { of: TextOf }) {
  const session = useSession();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const node = element.current?.firstChild;
    if (!(node instanceof (element.current?.ownerDocument.defaultView?.Text ?? Text))) return undefined;
    const write = (): void => {
      const text = of(session.figures);
      if (node.data !== text) node.data = text;
    };
    write();
    return session.onFigures(write);
  }, [session, of]);
  return <span ref={element}>{of(session.figures) || ' '}</span>;
}

/** A text from the figures that decides which rows are rendered, not their values. Renders when the text changes. */
export function useFigure(of: TextOf): string {
  const session = useSession();
  return useSyncExternalStore(session.onFigures, () => of(session.figures));
}
