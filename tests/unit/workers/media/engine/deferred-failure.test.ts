import type { ErrorData } from 'hls.js';
import { expect, test } from 'vitest';
import { DeferredFailure } from '../../../../../workers/media/engine/deferred-failure.ts';
import type { HlsMedia } from '../../../../../workers/media/engine/hls-library.ts';

const EIGHT_SECONDS = { length: 1, start: () => 0, end: () => 8 };
const LOAD_ERROR = { details: 'fragLoadError' } as ErrorData;

interface Playback {
  readonly currentTime: number;
  readonly readyState: number;
  readonly paused?: boolean;
  readonly seeking?: boolean;
}

/** Whether the failure is shown at once, where 8 s are buffered. */
function isShown({ paused = false, seeking = false, ...playback }: Playback): boolean {
  let shown = false;
  const media = Object.assign(new EventTarget(), { ...playback, paused, seeking, buffered: EIGHT_SECONDS });
  const deferred = new DeferredFailure(
    {
      media: media as unknown as HlsMedia,
      connection: new EventTarget(),
      onFailed: () => (shown = true),
      onNewChance: () => undefined,
    },
    new AbortController().signal,
  );
  deferred.fail(LOAD_ERROR);
  return shown;
}

test.for<[string, Playback, boolean]>([
  ['what is loaded still plays', { currentTime: 7.3, readyState: 4 }, false],
  ['next to nothing is left', { currentTime: 7.8, readyState: 4 }, true],
  ['a decoder holds the last frames back', { currentTime: 7.3, readyState: 2 }, true],
  ['an element waits with more to play', { currentTime: 5, readyState: 2 }, false],
  ['a viewer has paused there', { currentTime: 7.3, readyState: 2, paused: true }, false],
  ['a viewer seeks', { currentTime: 7.3, readyState: 1, seeking: true }, false],
])('an error of the network while %s is shown at once: %s', ([, playback, expected]) => {
  expect(isShown(playback)).toBe(expected);
});
