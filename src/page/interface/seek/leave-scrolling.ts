/**
 * Lets a finger that first moves up or down scroll the host page, which cancels the drag. Prevents the default of all other touches,
 * which would move the native slider as well.
 */
export function leaveScrolling(bar: HTMLElement, isHeld: () => boolean, signal: AbortSignal): void {
  let start: Touch | undefined;
  let isAlong: boolean | undefined;
  const listen = (type: 'touchstart' | 'touchmove' | 'touchend', listener: (event: TouchEvent) => void): void =>
    bar.addEventListener(type, listener, { signal, passive: false });
  const prevent = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault();
  };
  listen('touchstart', (event) => {
    if (event.touches.length > 1) return prevent(event);
    start = event.touches[0];
    isAlong = undefined;
  });
  listen('touchmove', (event) => {
    const touch = event.touches[0];
    if (start !== undefined && touch !== undefined)
      isAlong ??= Math.abs(touch.clientX - start.clientX) >= Math.abs(touch.clientY - start.clientY);
    if (isAlong !== false || !isHeld()) prevent(event);
  });
  listen('touchend', prevent);
}
