import { listenerOn } from '../shared/listener-on.ts';

/** A finger that has moved less has no direction yet. */
const DIRECTION_PIXELS = 4;
/** The sheet closes when the finger leaves it after a move down by this share of its height. */
const CLOSE_SHARE = 0.25;
/** The sheet also closes after a flick: a move of at least this distance and speed, measured in the window before the finger leaves. */
const FLICK_PIXELS = 24;
const FLICK_PIXELS_PER_MS = 0.5;
const FLICK_WINDOW_MS = 100;
const SLIDE_MS = 150;

/** Parts that do not scroll with the content, or are at its top. */
const HEAD = '.panel-head, .menu-back';
/** Controls that take a drag themselves. */
const DRAGGABLE = 'input:not([type="checkbox"]), select, textarea, [role="slider"], [contenteditable]';

interface Swipe {
  readonly x: number;
  readonly y: number;
  /** Position of the finger when the sheet began to follow it; browsers report the first 15 px at once. */
  heldY: number | null;
  /** Recent positions of the finger. */
  trail: readonly { readonly y: number; readonly atMs: number }[];
}

/**
 * A sheet at the bottom follows a finger that drags it down, and closes. Outside of its head, the content under the finger has to be
 * scrolled to its top; otherwise the browser scrolls, as it does for drags upwards or sideways. Uses touch events, not pointer events:
 * only a `touchmove` listener can prevent scrolling depending on the position of the content, and a mouse sends no touch events.
 */
export function closeBySwipe(sheet: HTMLElement, close: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let swipe: Swipe | null = null;
  let slide: Animation | null = null;

  const slideTo = (transform: string): Animation => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const from = sheet.style.transform;
    sheet.style.transform = transform;
    return sheet.animate(
      { transform: [from, transform === '' ? 'none' : transform] },
      { duration: isCalm ? 0 : SLIDE_MS, easing: 'ease-out' },
    );
  };
  const release = (isClosing: boolean): void => {
    const isHeld = swipe !== null && swipe.heldY !== null;
    swipe = null;
    if (!isHeld) return;
    slide = slideTo(isClosing ? 'translateY(100%)' : '');
    if (isClosing) slide.onfinish = close;
  };
  const cancel = (): void => release(false);

  const begin = (event: TouchEvent): void => {
    const { target, touches } = event;
    const [touch] = touches;
    const isSecond = swipe !== null || touches.length > 1;
    cancel();
    if (isSecond || touch === undefined || !(target instanceof Element)) return;
    const { clientX: x, clientY: y } = touch;
    if (isBeside(sheet, x, y) || target.closest(DRAGGABLE) !== null || isScrolled(target, sheet)) return;
    swipe = { x, y, heldY: null, trail: [{ y, atMs: event.timeStamp }] };
    // On the target, which receives these events even after it was removed from the sheet.
    target.addEventListener('touchend', end, { signal, once: true });
    target.addEventListener('touchcancel', cancel, { signal, once: true });
  };
  const move = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (swipe === null || touch === undefined) return;
    const { clientX: x, clientY: y } = touch;
    if (swipe.heldY === null) {
      const [right, down] = [Math.abs(x - swipe.x), y - swipe.y];
      const isDown = down > right && event.cancelable;
      if (isDown) event.preventDefault();
      if (Math.hypot(right, down) < DIRECTION_PIXELS) return;
      if (!isDown) {
        swipe = null;
        return;
      }
      slide?.cancel();
      swipe.heldY = y;
    }
    event.preventDefault();
    const recent = swipe.trail.filter(({ atMs }) => event.timeStamp - atMs <= FLICK_WINDOW_MS);
    swipe.trail = [...recent, { y, atMs: event.timeStamp }];
    sheet.style.transform = `translateY(${Math.max(y - swipe.heldY, 0)}px)`;
  };
  const end = ({ timeStamp }: Event): void => {
    if (swipe !== null) release(isClosedBy(swipe, timeStamp, sheet.offsetHeight));
  };

  listenerOn(sheet, { signal, passive: true })('touchstart', begin);
  listenerOn(sheet, { signal, passive: false })('touchmove', move);
  return () => {
    listening.abort();
    // The end of the animation would close a panel that has opened since.
    slide?.cancel();
  };
}

function isClosedBy({ y, heldY, trail }: Swipe, endMs: number, heightPixels: number): boolean {
  const last = trail.at(-1);
  const first = trail.find(({ atMs }) => endMs - atMs <= FLICK_WINDOW_MS);
  if (heldY === null || last === undefined) return false;
  if (last.y - heldY >= heightPixels * CLOSE_SHARE) return true;
  if (first === undefined || first === last) return false;
  return last.y - y >= FLICK_PIXELS && last.y - first.y >= FLICK_PIXELS_PER_MS * (endMs - first.atMs);
}

/** Whether a touch is on the backdrop, whose touches the sheet receives. */
function isBeside(sheet: HTMLElement, x: number, y: number): boolean {
  const { left, top, right, bottom } = sheet.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

function isScrolled(target: Element, sheet: HTMLElement): boolean {
  if (target.closest(HEAD) !== null) return false;
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (element.scrollTop > 0) return true;
    if (element === sheet) return false;
  }
  return false;
}
