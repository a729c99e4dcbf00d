import type { ViewDirection } from '../../../protocol/media/spherical.ts';
import { DRAG_SPEED_WINDOW_MS, coast, speedOf } from './inertia.ts';
import { turnOfDrag, type Turn } from './turn.ts';

/** A pointer that has moved this far turns the view; a shorter move is a click. */
const DRAG_TOLERANCE_PIXELS = 5;
/** Buttons for touch in the middle of the picture: a tap presses them, a drag on them turns the view. */
const MIDDLE = '.centre-controls';
/** Exponent by which one unit of the wheel changes the field of view. */
const WHEEL_ZOOM_RATE = 0.002;

interface TurnedView {
  readonly direction: ViewDirection;
  turnBy(yawDegrees: number, pitchDegrees: number): void;
  zoomBy(factor: number): void;
}

export interface LookGestureTools {
  readonly view: TurnedView;
  readonly root: HTMLElement;
  /** The element that receives the presses. */
  readonly media: HTMLElement;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Turns the view by mouse, pen and fingers: a drag turns the view, two fingers zoom, and so does the wheel with Control or in
 * full screen. Gestures that scroll the host page still scroll it; a press that does not move stays a click.
 */
export function listenForLooking({ view, root, media }: LookGestureTools, signal: AbortSignal): void {
  const window = root.ownerDocument.defaultView ?? globalThis;
  const coasting = createCoasting(view, signal);
  const pointers = new Map<number, Point>();
  // Where the press began; `null` once it has become a drag.
  let pressed: Point | null = null;
  let moves: { atMs: number; turn: Turn }[] = [];
  // The click that ends a drag is suppressed.
  let hasDragged = false;

  const turn = (right: number, down: number, atMs: number): void => {
    const longEdge = Math.max(root.clientWidth, root.clientHeight);
    const turned = turnOfDrag(right, down, view.direction, longEdge);
    moves = [...moves.filter((move) => atMs - move.atMs <= DRAG_SPEED_WINDOW_MS), { atMs, turn: turned }];
    view.turnBy(turned.yaw, turned.pitch);
  };

  const isPicture = (target: EventTarget | null): boolean =>
    target === media || (target instanceof Element && target.closest(MIDDLE) !== null);

  const onDown = ({ target, pointerId, button, clientX: x, clientY: y }: PointerEvent): void => {
    if (button !== 0 || !isPicture(target) || !root.hasAttribute('data-spherical')) return;
    pointers.set(pointerId, { x, y });
    pressed = { x, y };
    moves = [];
    hasDragged = pointers.size > 1;
  };

  const onMove = ({ pointerId, buttons, clientX: x, clientY: y, timeStamp }: PointerEvent): void => {
    const before = pointers.get(pointerId);
    if (before === undefined) return;
    // The pointer was released over another element.
    if (buttons === 0) return void pointers.delete(pointerId);
    if (pointers.size > 1) {
      const spread = spreadOf(pointers);
      pointers.set(pointerId, { x, y });
      return view.zoomBy(spread / Math.max(1, spreadOf(pointers)));
    }
    if (pressed !== null) {
      if (Math.hypot(x - pressed.x, y - pressed.y) < DRAG_TOLERANCE_PIXELS) return;
      pressed = null;
      hasDragged = true;
      // The drag continues wherever the pointer moves.
      media.setPointerCapture(pointerId);
      root.toggleAttribute('data-looking', true);
    }
    pointers.set(pointerId, { x, y });
    turn(x - before.x, y - before.y, timeStamp);
  };

  const onEnd = ({ type, pointerId, timeStamp }: PointerEvent): void => {
    if (!pointers.delete(pointerId) || pointers.size > 0) return;
    root.toggleAttribute('data-looking', false);
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (type === 'pointerup' && pressed === null && !isCalm) coasting.start(speedOf(moves, timeStamp));
  };

  const onWheel = (event: WheelEvent): void => {
    const isOurs = event.ctrlKey || root.ownerDocument.fullscreenElement === root;
    if (!isOurs || !root.hasAttribute('data-spherical')) return;
    event.preventDefault();
    view.zoomBy(Math.exp(event.deltaY * WHEEL_ZOOM_RATE));
  };

  const options = { signal, passive: true };
  root.addEventListener('pointerdown', coasting.stop, { ...options, capture: true });
  root.addEventListener('pointerdown', onDown, options);
  root.addEventListener('pointermove', onMove, options);
  root.addEventListener('pointerup', onEnd, options);
  root.addEventListener('pointercancel', onEnd, options);
  media.addEventListener('wheel', onWheel, { signal, passive: false });
  root.addEventListener(
    'click',
    (event) => {
      if (hasDragged && isPicture(event.target)) event.stopPropagation();
      hasDragged = false;
    },
    { signal, capture: true },
  );
}

/** Inertia after a drag, slowing down; frames are requested only while it lasts. */
function createCoasting(
  view: Pick<TurnedView, 'turnBy'>,
  signal: AbortSignal,
): { readonly start: (speed: Turn) => void; readonly stop: () => void } {
  let handle = 0;
  const stop = (): void => cancelAnimationFrame(handle);
  signal.addEventListener('abort', stop);
  return {
    stop,
    start(first) {
      let speed = first;
      let beforeMs = performance.now();
      const step = (nowMs: number): void => {
        const next = coast(speed, Math.max(0, nowMs - beforeMs));
        beforeMs = nowMs;
        if (next.speed === null) return;
        speed = next.speed;
        view.turnBy(next.turn.yaw, next.turn.pitch);
        handle = requestAnimationFrame(step);
      };
      stop();
      handle = requestAnimationFrame(step);
    },
  };
}

function spreadOf(pointers: ReadonlyMap<number, Point>): number {
  const [one, other] = pointers.values();
  return one === undefined || other === undefined ? 1 : Math.hypot(one.x - other.x, one.y - other.y);
}
