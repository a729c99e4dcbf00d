import { expect, test } from 'vitest';
import { NO_INTENT } from '../../../../../src/page/player/intents/intent.ts';
import { Intents } from '../../../../../src/page/player/intents/intents.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

function subject() {
  const clock = createFakeClock();
  const ends: unknown[][] = [];
  const intents = new Intents(NO_INTENT, clock, (field, end, intent) => ends.push([field, end, intent[field]]));
  return { clock, intents, ends };
}
const seek = { seconds: 14, reason: 'seek' } as const;

test('an intent that is fulfilled twice is reported as ended once', () => {
  const { intents, ends } = subject();
  intents.ask({ muted: true });
  intents.fulfil({ muted: true });
  intents.fulfil({ muted: true });
  expect(ends).toEqual([['muted', 'fulfilled', true]]);
});

test('an intent that fails is reported as ended once, and the value that replaces it is not pending', () => {
  const { intents, ends } = subject();
  intents.ask({ playing: true });
  intents.fail(['playing', 'position'], { playing: false, position: null });
  intents.fulfil({ playing: false });
  expect(ends).toEqual([['playing', 'failed', true]]);
  expect([intents.current.playing, intents.isPending('playing')]).toEqual([false, false]);
});

test('before() returns the value that a field had at an earlier time, after any number of changes', () => {
  const { intents } = subject();
  intents.ask({ muted: true }, 100);
  intents.ask({ muted: false }, 200);
  intents.ask({ muted: true }, 300);
  expect([50, 150, 250, 350].map((atMs) => intents.before('muted', atMs))).toEqual([false, true, false, undefined]);
  expect(intents.before('volume', 0)).toBeUndefined();
});

test('a field that is fulfilled without a request changes, and no end is reported', () => {
  const { intents, ends } = subject();
  intents.fulfil({ volume: 0.2 });
  expect([ends, intents.current.volume]).toEqual([[], 0.2]);
});

test('the later of two requests for a field takes precedence, in whichever order they arrive', async () => {
  const { clock, intents, ends } = subject();
  await clock.advance(1_000);
  intents.ask({ playing: true });
  intents.ask({ playing: false, rate: 2 }, 400);
  expect([intents.current.playing, intents.current.rate]).toEqual([true, 2]);
  expect(ends).toEqual([]);
  intents.ask({ playing: false }, 1_000);
  expect(intents.current.playing).toBe(false);
  expect(ends).toEqual([['playing', 'replaced', true]]);
});

test('isLatest compares with the time of the last request of the same field', async () => {
  const { clock, intents } = subject();
  expect(intents.isLatest('position', -1)).toBe(true);
  await clock.advance(500);
  intents.ask({ position: seek });
  expect([499, 500, 501].map((atMs) => intents.isLatest('position', atMs))).toEqual([false, true, true]);
  expect(intents.isLatest('playing', 0)).toBe(true);
});

test('a position of null and the permission to mute are never pending', () => {
  const { intents, ends } = subject();
  intents.ask({ position: seek, mayMute: true, stream: true });
  intents.ask({ position: null, mayMute: false });
  expect([intents.isPending('position'), intents.isPending('mayMute'), intents.isPending('stream')]).toEqual([
    false,
    false,
    true,
  ]);
  expect(ends).toEqual([['position', 'replaced', seek]]);
});
