import type { CSSProperties } from 'react';

/** A figure in a table cell over a bar; `share` is relative to the largest figure of the column. */
export function Bar({ text, share }: { readonly text: string; readonly share: number }) {
  const style = { '--share': Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0 } as CSSProperties;
  return (
    <span className="bar" style={style}>
      {text}
    </span>
  );
}
