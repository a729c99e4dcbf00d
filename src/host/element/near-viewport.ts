/** Distance from the viewport at which a poster is requested. */
const MARGIN = '600px';

/** Calls once, when an element comes near the viewport. Returns a function that cancels the call. */
export function whenNear(element: Element, call: () => void): () => void {
  try {
    return observe(element, call);
  } catch {
    // The page has replaced `IntersectionObserver` by a class that does not work: the element counts as near.
    call();
    return () => undefined;
  }
}

function observe(element: Element, call: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      call();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
