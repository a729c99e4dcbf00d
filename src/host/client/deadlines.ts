import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { HostFrame } from '../frame/host-frame.ts';
import { OrielError } from './oriel-error.ts';

/** Interval of the check whether a frame is in the page, and longest absence, which is far longer than a move needs. */
const CHECK_INTERVAL_MS = 1_000;
const AWAY_MAX_MS = 3_000;

type Frame = Pick<HostFrame, 'element' | 'isLazy' | 'isPromised'>;

/**
 * Rejects when the player has not become ready in time. For a lazy frame, and for a frame that its page holds back, the time begins
 * when the frame loads, however late. A frame outside the page never loads, so its time begins at once.
 */
export function deadline(clock: Clock, frame: Frame, timeoutMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    let hasLoaded = false;
    const mayLoadLater = (): boolean =>
      frame.element.contentWindow !== null && (frame.isPromised || (frame.isLazy && !hasLoaded));
    let isLater = mayLoadLater();
    let cancel: () => void = () => undefined;
    const start = (): void => {
      cancel();
      isLater = mayLoadLater();
      cancel = clock.after(timeoutMs, () => {
        if (isLater) start();
        else reject(new OrielError('timeout', `createPlayer: no answer within ${timeoutMs} ms`));
      });
    };
    const onLoad = (): void => {
      hasLoaded = true;
      if (isLater) start();
    };
    start();
    frame.element.addEventListener('load', onLoad, { signal });
    signal.addEventListener('abort', () => cancel());
  });
}

/** Rejects when a frame that was in the page has left it for good: its page forgot to destroy the player. */
export function departure(clock: Clock, frame: HTMLIFrameElement, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    let awayMs = -Infinity;
    let cancel: () => void = () => undefined;
    const check = (): void => {
      // A frame in a child document that has closed has no window either.
      awayMs = frame.contentWindow === null ? awayMs + CHECK_INTERVAL_MS : 0;
      if (awayMs > AWAY_MAX_MS) reject(new OrielError('destroyed', 'the frame has left the page'));
      else cancel = clock.after(CHECK_INTERVAL_MS, check);
    };
    check();
    signal.addEventListener('abort', () => cancel());
  });
}
