import type { Video } from '../script/videos.ts';
import { videoById } from '../script/videos.ts';
import { ANYWHERE, later, mayMove, startOf, type WantedPlace, type Wish } from './wish.ts';

/** State of the player on which the effect of a request depends. */
export interface Moment {
  /** Time by which a pause that arrived at `arrivedAtMs` has stopped the video. */
  readonly stoppedByMs: (arrivedAtMs: number) => number;
  /** Seconds from the oldest part of the live window that seeks can reach to its edge. */
  readonly liveWindowSeconds: number;
}

/** A seek towards the end stops this far before it (src/page/player). */
const END_MARGIN_SECONDS = 0.3;

export function start(wish: Wish): Wish {
  return wish.playback === 'playing' ? wish : { ...wish, playback: 'playing', isSettled: false };
}

/** The video plays on until the pause takes effect. */
export function pause(wish: Wish, moment: Moment): Wish {
  if (!mayMove(wish.playback)) return wish;
  const isCertain = wish.playback === 'playing' && wish.isSettled;
  return { ...halt(wish, moment.stoppedByMs(wish.atMs)), playback: isCertain ? 'paused' : 'halted', isSettled: false };
}

export function halt(wish: Wish, stoppedAtMs: number): Wish {
  return { ...wish, place: later(wish, stoppedAtMs).place };
}

/** Starts a cued or paused player, pauses a playing player; the effect on a player that has not settled is unknown. */
export function toggle(wish: Wish, moment: Moment): Wish {
  const { playback, isSettled } = wish;
  if (playback === 'halted' || (isSettled && (playback === 'cued' || playback === 'paused'))) return start(wish);
  if (isSettled && playback === 'playing') return pause(wish, moment);
  return { ...wish, playback: 'unknown', isSettled: false };
}

/** A seek starts a cued player and leaves a paused player paused; its effect on a halted player is unknown. */
export function seekTo(wish: Wish, place: WantedPlace): Wish {
  const at = { ...wish, place };
  if (wish.playback === 'cued') return { ...at, playback: 'playing', isSettled: false };
  return wish.playback === 'halted' ? { ...at, playback: 'unknown', isSettled: false } : at;
}

export function seekToSeconds(wish: Wish, seconds: number): Wish {
  const inside = withinVideo(wish.video, seconds);
  return seekTo(wish, { from: 'start', low: inside, high: inside });
}

/** Number keys and presses on the bar seek to a share of the video, or of the window of a live stream. */
export function seekToShare(wish: Wish, share: number, { liveWindowSeconds }: Moment, tolerance = 0): Wish {
  const { lengthSeconds } = wish.video;
  const isLive = lengthSeconds === Infinity;
  const span = isLive ? liveWindowSeconds : lengthSeconds;
  const seconds = (isLive ? 1 - share : share) * span;
  const edges = { low: seconds - tolerance * span, high: seconds + tolerance * span };
  return seekTo(wish, { from: isLive ? 'edge' : 'start', ...edges });
}

export function seekBy(wish: Wish, seconds: number): Wish {
  const { from, low, high } = wish.place;
  const move = (value: number): number =>
    from === 'edge' ? Math.max(0, value - seconds) : withinVideo(wish.video, value + seconds);
  return seekTo(wish, { from, low: move(low), high: high === Infinity ? high : move(high) });
}

function withinVideo({ lengthSeconds }: Video, seconds: number): number {
  return Math.min(Math.max(0, seconds), lengthSeconds - END_MARGIN_SECONDS);
}

/** Loads or cues a video at a position; the rate returns to 1. */
export function show(wish: Wish, videoId: string, seconds: number, playback: 'playing' | 'cued'): Wish {
  const video = videoById(videoId);
  // The next video keeps captions that the viewer has chosen, but not captions that the host has chosen.
  const captions = wish.captions === 'off' ? 'off' : 'unknown';
  return { ...wish, video, playback, isSettled: false, place: startOf(video, seconds), rate: 1, captions };
}

/** As hosts expect, there is no stream and no playback afterwards; the position of the next start is not specified. */
export function stop(wish: Wish): Wish {
  return { ...wish, playback: 'cued', isSettled: false, place: ANYWHERE };
}

/** A step past the last entry of the list stops; a step before the first entry starts that entry again. */
export function goBy(wish: Wish, step: 1 | -1): Wish {
  if (wish.list === null) return wish;
  const index = Math.max(0, wish.list.index + step);
  return index < wish.list.videoIds.length ? goTo(wish, index) : stop(wish);
}

export function goTo(wish: Wish, index: number): Wish {
  const videoId = wish.list?.videoIds[index];
  if (wish.list === null || videoId === undefined) return wish;
  return { ...show(wish, videoId, 0, 'playing'), list: { ...wish.list, index } };
}
