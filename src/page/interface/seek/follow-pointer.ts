import { listenerOn } from '../shared/listener-on.ts';
import { leaveScrolling } from './leave-scrolling.ts';
import type { SeekDrag } from './seek-drag.ts';

/** From this far above or below the bar the thumb moves slower than the pointer, by these shares. Pixels. */
const FINE_STEPS = [
  { distancePixels: 150, share: 0.25 },
  { distancePixels: 90, share: 0.5 },
] as const;

export interface FollowPointerOptions {
  /** The bar, with its slider on top. */
  readonly bar: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly drag: SeekDrag;
  /** Moves focus to the slider, so that arrow keys continue from here. */
  readonly focus: () => void;
}

/**
 * A press, a drag or a finger on the bar moves the thumb. The slider on top keeps its keys and its accessibility. The slider's own
 * dragging is off: it cannot be cancelled and has no fine steps.
 */
export function followPointer({ bar, slider, drag, focus }: FollowPointerOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const { ownerDocument: document } = bar;
  let held: { readonly id: number; readonly x: number } | null = null;

  const move = ({ pointerId, pointerType, clientX, clientY }: PointerEvent): void => {
    if (held === null) return;
    const { left, top, width, height } = bar.getBoundingClientRect();
    if (width <= 0) return;
    const distance = Math.abs(clientY - (top + height / 2));
    const fine = FINE_STEPS.find(({ distancePixels }) => distance >= distancePixels);
    if (fine === undefined) drag.move((clientX - left) / width, { mayScroll: pointerType === 'touch' });
    else drag.move((drag.get().fraction ?? 0) + ((clientX - held.x) / width) * fine.share, { isFine: true });
    held = { id: pointerId, x: clientX };
  };
  const cancel = (): void => {
    held = null;
    drag.cancel();
  };

  const on = listenerOn(bar, { signal });
  on('pointerdown', (event) => {
    if (held !== null || slider.disabled || event.button !== 0) return;
    bar.setPointerCapture(event.pointerId);
    held = { id: event.pointerId, x: event.clientX };
    move(event);
    focus();
  });
  on('pointermove', (event) => event.pointerId === held?.id && move(event));
  on('pointerup', (event) => {
    if (event.pointerId !== held?.id) return;
    held = null;
    drag.commit();
  });
  on('pointercancel', (event) => event.pointerId === held?.id && cancel());
  on('lostpointercapture', (event) => event.pointerId === held?.id && cancel());
  // Prevents the slider's own handling: it would capture the pointer, and take the focus with a ring.
  on('mousedown', (event) => event.preventDefault());
  leaveScrolling(bar, () => held !== null, signal);

  const capture = { signal, capture: true };
  document.addEventListener(
    'pointerdown',
    ({ pointerId }) => held !== null && pointerId !== held.id && cancel(),
    capture,
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (held === null || event.key !== 'Escape') return;
      cancel();
      event.preventDefault();
      event.stopPropagation();
    },
    capture,
  );
  return () => {
    listening.abort();
    if (held !== null) cancel();
  };
}
