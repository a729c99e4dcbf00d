import { ErrorTypes, Events } from 'hls.js';
import type Hls from 'hls.js';
import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { HlsMedia } from '../hls-library.ts';
import { HAVE_FUTURE_DATA } from '../../ready-states.ts';

/** Longer than all attempts of a license request, so that its key could have been used. */
export const KEY_TIMEOUT_MS = 10_000;

export interface KeyWatchOptions {
  readonly hls: Pick<Hls, 'on'>;
  readonly media: HlsMedia;
  readonly clock: Clock;
  readonly onFailed: (code: PlayerErrorCode, message: string) => void;
}

/**
 * Ends waits for keys that never arrive: a key system that does not respond, and licenses that lack the key. Neither is an error
 * for hls.js.
 */
export function watchKeys({ hls, media, clock, onFailed }: KeyWatchOptions, signal: AbortSignal): void {
  const wait = (code: PlayerErrorCode, message: string) => {
    let cancel: (() => void) | undefined;
    const end = (): void => {
      cancel?.();
      cancel = undefined;
    };
    const begin = (): void => {
      cancel ??= clock.after(KEY_TIMEOUT_MS, () => {
        cancel = undefined;
        onFailed(code, message);
      });
    };
    signal.addEventListener('abort', end);
    return { begin, end };
  };
  const request = wait('net.timeout', 'the key system did not respond');
  hls.on(Events.KEY_LOADING, request.begin);
  hls.on(Events.KEY_LOADED, request.end);
  hls.on(Events.ERROR, (_, { type, fatal }) => {
    // The error has more details, and the buffer may play for longer than this wait.
    if (fatal && type === ErrorTypes.KEY_SYSTEM_ERROR) request.end();
  });
  const samples = wait('drm.auth', 'no license had the key');
  const begin = (): void => {
    if (media.readyState < HAVE_FUTURE_DATA) samples.begin();
  };
  media.addEventListener('waitingforkey', begin, { signal });
  for (const type of ['canplay', 'playing']) media.addEventListener(type, samples.end, { signal });
}
