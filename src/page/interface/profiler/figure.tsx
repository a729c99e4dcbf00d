import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Figures } from './figures-store.ts';
import { useSession } from './use-session.ts';

type TextOf = (figures: Figures) => string;

/** A text that changes once a second: it is written into the page without a render, which would cost main more than all else here. */
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

/** A part of the figures that decides what is rendered: rows, not their values. Renders when the text changes. */
export function useFigure(of: TextOf): string {
  const session = useSession();
  return useSyncExternalStore(session.onFigures, () => of(session.figures));
}
