import type { CSSProperties } from 'react';

/** A figure of a table over a bar, which says it to the eye; `share` of the largest one of its column. */
export function Bar({ text, share }: { readonly text: string; readonly share: number }) {
  const style = { '--share': Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0 } as CSSProperties;
  return (
    <span className="bar" style={style}>
      {text}
    </span>
  );
}
