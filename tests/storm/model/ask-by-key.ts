import { goBy, seekBy, seekToShare, toggle, type Moment } from './change.ts';
import type { Wish } from './wish.ts';

type Response = (wish: Wish, moment: Moment) => Wish;

const SEEK_STEP_SECONDS = 5;
const SEEK_LEAP_SECONDS = 10;
const VOLUME_STEP = 5;
const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

const seekKey =
  (seconds: number): Response =>
  (wish) =>
    seekBy(wish, seconds);

/** Raising the volume unmutes; lowering the volume of a muted player does nothing. */
const volumeKey =
  (by: number): Response =>
  (wish) => {
    if (wish.muted && by < 0) return wish;
    const volume = Math.min(100, Math.max(0, wish.volume + by));
    return { ...wish, muted: false, volume };
  };

const shareKey =
  (share: number): Response =>
  (wish, moment) =>
    seekToShare(wish, share, moment);

/** The keys of the player that the storm presses. */
const REPLIES: ReadonlyMap<string, Response> = new Map<string, Response>([
  ['k', toggle],
  ['ArrowLeft', seekKey(-SEEK_STEP_SECONDS)],
  ['ArrowRight', seekKey(SEEK_STEP_SECONDS)],
  ['j', seekKey(-SEEK_LEAP_SECONDS)],
  ['l', seekKey(SEEK_LEAP_SECONDS)],
  ['Home', shareKey(0)],
  ...Array.from({ length: 10 }, (_, digit): [string, Response] => [String(digit), shareKey(digit / 10)]),
  ['ArrowUp', volumeKey(VOLUME_STEP)],
  ['ArrowDown', volumeKey(-VOLUME_STEP)],
  ['m', (wish) => ({ ...wish, muted: !wish.muted })],
  ['c', (wish) => ({ ...wish, captions: OTHER_CAPTIONS[wish.captions] })],
  ['>', (wish) => ({ ...wish, rate: RATES.find((rate) => rate > wish.rate) ?? wish.rate })],
  ['<', (wish) => ({ ...wish, rate: RATES.findLast((rate) => rate < wish.rate) ?? wish.rate })],
  ['N', (wish) => goBy(wish, 1)],
  ['P', (wish) => goBy(wish, -1)],
]);

const OTHER_CAPTIONS = { on: 'off', off: 'on', unknown: 'unknown' } as const;

/** `key` is that of the keyboard event. */
export function askByKey(wish: Wish, key: string, moment: Moment): Wish {
  const response = REPLIES.get(key);
  if (response === undefined) throw new Error(`the model has no key ${key}`);
  return response(wish, moment);
}
