import type { MomentOf } from '../../../../protocol/runtime/clock.ts';
import { listenerOn } from '../shared/listener-on.ts';

/** A press this soon after another press was meant for the screen before. */
const HASTY_MS = 1_000;

export interface HastyPressOptions {
  readonly root: HTMLElement;
  /** The screen that appears where a finger may still be pressing the button for ten seconds forward. */
  readonly screen: HTMLElement;
  readonly isOver: () => boolean;
  readonly momentOf: MomentOf;
}

/** Ignores presses that began before the end, and continue after it without a pause: they press nothing on the end screen. */
export function holdHastyPresses({ root, screen, isOver, momentOf }: HastyPressOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let lastMs = Number.NEGATIVE_INFINITY;
  let isHasty = false;
  listenerOn(root, { signal, capture: true, passive: true })('pointerdown', (event) => {
    const atMs = momentOf(event);
    isHasty = !isOver() || (isHasty && atMs - lastMs < HASTY_MS);
    lastMs = atMs;
  });
  listenerOn(screen, { signal, capture: true })('click', (event) => {
    // Keys press without a pointer.
    if (!isHasty || event.detail === 0) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  });
  return () => listening.abort();
}
