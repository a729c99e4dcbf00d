import type { Clock, MomentOf } from '../../../../protocol/runtime/clock.ts';
import type { SeekAccumulator } from '../seek/seek-accumulator.ts';
import { SEEK_LEAP_SECONDS } from '../seek/seek-steps.ts';
import { listenerOn } from '../shared/listener-on.ts';
import { DOUBLE_TAP_MS, regionAt } from '../touch/touch.ts';

export interface EndTapOptions {
  readonly screen: HTMLElement;
  readonly clock: Clock;
  readonly momentOf: MomentOf;
  readonly seek: Pick<SeekAccumulator, 'add'>;
}

/**
 * Two quick taps at the start side seek back on the end screen, too, even on a card: a tap on a card plays it only after the time for a
 * second tap.
 */
export function seekByEndTaps({ screen, clock, momentOf, seek }: EndTapOptions): () => void {
  const listening = new AbortController();
  const listen = listenerOn(screen, { signal: listening.signal, capture: true });
  let isTouch = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  let cancel = (): void => undefined;
  listen('pointerdown', ({ pointerType }) => (isTouch = pointerType === 'touch'));
  listen('click', (event) => {
    // `detail` is 0 for a press by key and for the delayed click of a card.
    if (!isTouch || event.detail === 0 || regionAt(screen, event.clientX) !== 'start') return;
    const atMs = momentOf(event);
    const isSecond = atMs - lastMs < DOUBLE_TAP_MS;
    lastMs = isSecond ? Number.NEGATIVE_INFINITY : atMs;
    const { target } = event;
    const card = target instanceof Element ? target.closest<HTMLElement>('.end-card') : null;
    cancel();
    if (isSecond || card !== null) {
      event.stopPropagation();
      event.preventDefault();
    }
    if (isSecond) seek.add(-SEEK_LEAP_SECONDS, atMs);
    else if (card !== null) cancel = clock.after(DOUBLE_TAP_MS, () => card.click());
  });
  return () => {
    cancel();
    listening.abort();
  };
}
