import type { Arrival, Asked } from './arrival.ts';
import { askByHost } from './ask-by-host.ts';
import { askByKey } from './ask-by-key.ts';
import { halt, seekToShare, start, toggle, type Moment } from './change.ts';
import { later, type Wish } from './wish.ts';

/** The wanted state after one more request. */
export function ask(wish: Wish, asked: Arrival, moment: Moment): Wish {
  return response(later(wish, asked.atMs), asked, moment);
}

function response(wish: Wish, asked: Asked, moment: Moment): Wish {
  if (asked.by === 'key') return askByKey(wish, asked.key, moment);
  if (asked.by === 'host') return askByHost(wish, asked.func, asked.args, moment);
  return asked.by === 'pointer' ? press(wish, asked, moment) : settle(wish, asked.state);
}

function press(wish: Wish, { on, share }: Extract<Asked, { by: 'pointer' }>, moment: Moment): Wish {
  if (on === 'bar') return seekToShare(wish, share, moment, PRESS_TOLERANCE);
  if (on === 'big-play') return start(wish);
  return on === 'elsewhere' ? wish : toggle(wish, moment);
}

/** Half the width of the bar's thumb, as a share of the bar. */
const PRESS_TOLERANCE = 0.022;

const PLAYING = 1;
const PAUSED = 2;

/** Replaces an ambiguous state by the state that the player at rest has reported. */
function settle(wish: Wish, state: number): Wish {
  const { playback } = wish;
  if (playback === 'halted') return { ...wish, playback: state === PAUSED ? 'paused' : 'cued', isSettled: true };
  if (playback !== 'unknown') return { ...wish, isSettled: true };
  if (state === PLAYING) return { ...wish, playback: 'playing', isSettled: true };
  return { ...halt(wish, wish.atMs), playback: state === PAUSED ? 'paused' : 'cued', isSettled: true };
}
