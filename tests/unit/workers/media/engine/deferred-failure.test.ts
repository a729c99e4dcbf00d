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

/** A failure where 8 s are buffered. */
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
  ['what is loaded still plays', { currentTime: 7.3, readyState: 4 }, false],
  ['next to nothing is left', { currentTime: 7.8, readyState: 4 }, true],
  ['a decoder holds the last frames back', { currentTime: 7.3, readyState: 2 }, true],
  ['an element waits with more to play', { currentTime: 5, readyState: 2 }, false],
  ['a viewer has paused there', { currentTime: 7.3, readyState: 2, paused: true }, false],
  ['a viewer seeks', { currentTime: 7.3, readyState: 1, seeking: true }, false],
])('an error of the network while %s is shown at once: %s', ([, playback, expected]) => {
  const { shown, fail } = subject(playback);
  fail();
  expect(shown).toHaveLength(expected ? 1 : 0);
});

const AMID = { currentTime: 2, readyState: 2 };

test('a failure while an element waits for a key is shown at once, whatever is loaded', () => {
  const { shown, fail, happen } = subject(AMID);
  happen('waitingforkey');
  fail();
  expect(shown).toHaveLength(1);
});

test('a failure is shown once the element lacks a key for the buffer', () => {
  const { shown, fail, happen } = subject(AMID);
  fail();
  expect(shown).toHaveLength(0);
  happen('waitingforkey');
  expect(shown).toHaveLength(1);
});

test('a failure after the key has come lets the buffer play', () => {
  const { media, shown, fail, happen } = subject(AMID);
  happen('waitingforkey');
  media.readyState = 4;
  happen('timeupdate');
  media.readyState = 2;
  fail();
  expect(shown).toHaveLength(0);
});
