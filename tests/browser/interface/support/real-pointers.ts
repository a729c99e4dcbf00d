/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** A point in the frame of the test, in CSS pixels. */
export type Point = readonly [x: number, y: number];

type MouseButton = 'left' | 'right';

/** Outside of the frame: a mouse that rests in it would be reported whenever the page changes beneath it. */
const AWAY: Point = [-5, -5];

/** How late a busy machine can send the click of a tap; a tap on no element has no click. */
const LATEST_CLICK_MS = 1_000;

let mousePoint: Point = AWAY;
let heldButton: MouseButton | null = null;
const fingers = new Map<number, Point>();

/** The browser's own mouse, whose presses and releases can be far apart; `userEvent` only has whole clicks. */
export const mouse = {
  moveTo(point: Point): Promise<void> {
    mousePoint = point;
    return sendMouse('mouseMoved');
  },
  leave: (): Promise<void> => mouse.moveTo(AWAY),
  async press(point: Point, button: MouseButton = 'left'): Promise<void> {
    await mouse.moveTo(point);
    onTestFinished(() => mouse.release());
    heldButton = button;
    await sendMouse('mousePressed');
  },
  async release(): Promise<void> {
    if (heldButton === null) return;
    await sendMouse('mouseReleased');
    heldButton = null;
  },
  async click(point: Point, button: MouseButton = 'left'): Promise<void> {
    await mouse.press(point, button);
    await mouse.release();
  },
};

/** Fingers on the browser's own touch screen: a move that scrolls cancels their pointer, as on a phone. */
export const finger = {
  async down(point: Point, id = 1): Promise<void> {
    onTestFinished(() => finger.up(id));
    fingers.set(id, point);
    await sendTouch('touchStart');
  },
  async moveTo(point: Point, id = 1): Promise<void> {
    fingers.set(id, point);
    await sendTouch('touchMove');
  },
  async up(id = 1): Promise<void> {
    if (fingers.delete(id)) await sendTouch('touchEnd');
  },
  /** Until its click has been handled, which the browser sends after the touch; a tap that is prevented has none. */
  async tap(point: Point): Promise<void> {
    const handled = tapHandled();
    // A pause between the two would be a long press.
    await Promise.all([finger.down(point), finger.up()]);
    await handled;
  },
};

function tapHandled(): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  return new Promise<void>((resolve) => {
    window.addEventListener('click', () => resolve(), { signal });
    for (const type of ['touchstart', 'touchend'])
      window.addEventListener(type, (event) => setTimeout(() => event.defaultPrevented && resolve()), {
        ...{ capture: true, passive: true, signal },
      });
    setTimeout(resolve, LATEST_CLICK_MS);
  }).finally(() => ending.abort());
}

async function sendMouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased'): Promise<void> {
  const [x, y] = inPage(mousePoint);
  const button = heldButton ?? 'none';
  const buttons = type === 'mouseReleased' || heldButton === null ? 0 : heldButton === 'left' ? 1 : 2;
  await cdp().send('Input.dispatchMouseEvent', { type, x, y, button, buttons, clickCount: 1 });
}

async function sendTouch(type: 'touchStart' | 'touchMove' | 'touchEnd'): Promise<void> {
  const touchPoints = [...fingers].map(([id, point]) => {
    const [x, y] = inPage(point);
    return { id, x, y };
  });
  await cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
}

/** The frame of a test lies in the page of the runner. */
function inPage([x, y]: Point): Point {
  const { left, top } = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  return [left + x, top + y];
}
