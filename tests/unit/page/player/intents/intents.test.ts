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

const start = { seconds: 0, reason: 'start' } as const;
const seek = { seconds: 14, reason: 'seek' } as const;

test('an intent is pending from its request until it is fulfilled', () => {
  const { intents, ends } = subject();
  expect([intents.isPending('volume'), intents.current.volume]).toEqual([false, 1]);
  intents.ask({ volume: 0.4 });
  expect([intents.isPending('volume'), intents.current.volume]).toEqual([true, 0.4]);
  intents.fulfil({ volume: 0.4 });
  expect([intents.isPending('volume'), intents.current.volume]).toEqual([false, 0.4]);
  expect(ends).toEqual([['volume', 'fulfilled', 0.4]]);
});

test('an intent that is fulfilled twice ends once', () => {
  const { intents, ends } = subject();
  intents.ask({ muted: true });
  intents.fulfil({ muted: true });
  intents.fulfil({ muted: true });
  expect(ends).toEqual([['muted', 'fulfilled', true]]);
});

test('an intent that is requested again is replaced, and the later one is still pending', () => {
  const { intents, ends } = subject();
  intents.ask({ rate: 1.5 });
  intents.ask({ rate: 2 });
  expect(ends).toEqual([['rate', 'replaced', 1.5]]);
  expect(intents.isPending('rate')).toBe(true);
  intents.fulfil({ rate: 2 });
  expect(ends).toHaveLength(2);
});

test('an intent that fails ends once, and its replacement is not pending', () => {
  const { intents, ends } = subject();
  intents.ask({ playing: true });
  intents.fail(['playing', 'position'], { playing: false, position: null });
  intents.fulfil({ playing: false });
  expect(ends).toEqual([['playing', 'failed', true]]);
  expect([intents.current.playing, intents.isPending('playing')]).toEqual([false, false]);
});

test('the intent at an earlier time is known, however often it has changed since', () => {
  const { intents } = subject();
  intents.ask({ muted: true }, 100);
  intents.ask({ muted: false }, 200);
  intents.ask({ muted: true }, 300);
  expect([50, 150, 250, 350].map((atMs) => intents.before('muted', atMs))).toEqual([false, true, false, undefined]);
  expect(intents.before('volume', 0)).toBeUndefined();
});

test('a field that is fulfilled without a request changes without an outcome', () => {
  const { intents, ends } = subject();
  intents.fulfil({ volume: 0.2 });
  expect([ends, intents.current.volume]).toEqual([[], 0.2]);
});

test('the later request takes precedence, in whichever order they arrive', async () => {
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

test('a renewed intent is pending, ends nothing and keeps its time of request', async () => {
  const { clock, intents, ends } = subject();
  await clock.advance(500);
  intents.ask({ position: seek });
  await clock.advance(500);
  intents.renew({ position: start });
  expect([intents.isPending('position'), intents.current.position, ends]).toEqual([true, start, []]);
  intents.ask({ position: seek }, 600);
  expect(intents.current.position).toBe(seek);
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

test('the previous value is reported when an intent is replaced', () => {
  const { intents, ends } = subject();
  intents.ask({ captions: 'en' });
  intents.ask({ captions: 'de' });
  intents.fail(['captions'], { captions: '' });
  expect(ends).toEqual([
    ['captions', 'replaced', 'en'],
    ['captions', 'failed', 'de'],
  ]);
});
