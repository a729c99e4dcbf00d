import { expect, test } from 'vitest';
import { DeferredFailure } from '../../../../../workers/media/engine/deferred-failure.ts';
import type { HlsMedia } from '../../../../../workers/media/engine/hls-library.ts';

const EIGHT_SECONDS = { length: 1, start: () => 0, end: () => 8 };

interface Playback {
  readonly currentTime: number;
  readonly readyState: number;
  readonly paused?: boolean;
  readonly seeking?: boolean;
}

/** A deferred failure of an element with 8 s buffered. */
function subject({ paused = false, seeking = false, ...playback }: Playback) {
  const shown: string[] = [];
  const media = Object.assign(new EventTarget(), { ...playback, paused, seeking, buffered: EIGHT_SECONDS });
  const deferred = new DeferredFailure(
    {
      media: media as unknown as HlsMedia,
      connection: new EventTarget(),
      onNewChance: () => undefined,
    },
    new AbortController().signal,
  );
  return {
    media,
    shown,
    fail: () => deferred.fail(() => shown.push('failure')),
    happen: (type: string) => media.dispatchEvent(new Event(type)),
  };
}

test.for<[string, Playback, boolean]>([
  ['the buffer still plays', { currentTime: 7.3, readyState: 4 }, false],
  ['hardly any buffer is left', { currentTime: 7.8, readyState: 4 }, true],
  ['the decoder holds the last frames back', { currentTime: 7.3, readyState: 2 }, true],
  ['the element waits with more in the buffer', { currentTime: 5, readyState: 2 }, false],
  ['the viewer has paused near the end of the buffer', { currentTime: 7.3, readyState: 2, paused: true }, false],
  ['the viewer seeks', { currentTime: 7.3, readyState: 1, seeking: true }, false],
])('a network error while %s (%j) is shown at once: %s', ([, playback, expected]) => {
  const { shown, fail } = subject(playback);
  fail();
  expect(shown).toHaveLength(expected ? 1 : 0);
});

const AMID = { currentTime: 2, readyState: 2 };

test('a failure while the element waits for a key is shown at once, whatever is buffered', () => {
  const { shown, fail, happen } = subject(AMID);
  happen('waitingforkey');
  fail();
  expect(shown).toHaveLength(1);
});

test('a deferred failure is shown once the element waits for a key', () => {
  const { shown, fail, happen } = subject(AMID);
  fail();
  expect(shown).toHaveLength(0);
  happen('waitingforkey');
  expect(shown).toHaveLength(1);
});

test('a failure after playback has continued with the key is deferred until the buffer has played', () => {
  const { media, shown, fail, happen } = subject(AMID);
  happen('waitingforkey');
  media.readyState = 4;
  happen('timeupdate');
  media.readyState = 2;
  fail();
  expect(shown).toHaveLength(0);
});
