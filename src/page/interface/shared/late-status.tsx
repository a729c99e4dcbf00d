import { useEffect, useRef } from 'react';

/** A message to screen readers in a part that has just appeared: some screen readers miss the initial content of a live region. */
export function LateStatus({ children: text }: { children: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (region.current !== null) region.current.textContent = text;
  }, [text]);
  return <p ref={region} className="visually-hidden" role="status" />;
}
