/**
 * A finger that goes up or down at first scrolls the page around the player, which calls the drag off. All other moves are the
 * bar's, and not the slider's below it, which would go its own way.
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
