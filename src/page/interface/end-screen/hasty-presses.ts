import type { MomentOf } from '../../../../protocol/runtime/clock.ts';
import { listenerOn } from '../shared/listener-on.ts';

/** A press this soon after a press that was meant for the controls before the end is meant for them too. */
const HASTY_MS = 1_000;

export interface HastyPressOptions {
  readonly root: HTMLElement;
  /** The screen that appears where a finger may still be pressing the button for ten seconds forward. */
  readonly screen: HTMLElement;
  readonly isOver: () => boolean;
  readonly momentOf: MomentOf;
}

/** Ignores clicks on the end screen from a series of presses that began before the video ended and continues without a pause. */
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
    // A click without `detail` comes from a key, not from a pointer.
    if (!isHasty || event.detail === 0) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  });
  return () => listening.abort();
}
