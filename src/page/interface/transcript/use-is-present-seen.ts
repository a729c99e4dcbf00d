import { useEffect, useState, type RefObject } from 'react';

/** Whether the present line is in view; observed only while `isAsked`. */
export function useIsPresentSeen(list: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const element = list.current;
    if (element === null || !isAsked) return undefined;
    const check = (): void => {
      const line = element.querySelector('[aria-current]')?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      setSeen(line !== undefined && line.bottom > top && line.top < bottom);
    };
    check();
    // Runs when the next line becomes the present line, or when more lines are drawn.
    const observer = new MutationObserver(check);
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['aria-current'] });
    element.addEventListener('scroll', check, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', check);
    };
  }, [list, isAsked]);
  return isSeen;
}
