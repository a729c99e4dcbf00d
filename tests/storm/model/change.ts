import type { Video } from '../script/videos.ts';
import { watchedPoints } from '../script/videos.ts';
import { ANYWHERE, later, mayMove, startOf, type WantedPlace, type Wish } from './wish.ts';

/** State of the player that gives a request its meaning. */
export interface Moment {
  /** Time by which a pause that arrived at this moment has stopped the video. */
  readonly stoppedByMs: (arrivedAtMs: number) => number;
  /** Between the oldest part of the live window that can be gone back to and its edge. */
  readonly liveWindowSeconds: number;
}

/** A seek towards the end stops this far before it (src/page/player). */
const END_MARGIN_SECONDS = 0.3;

export function start(wish: Wish): Wish {
  return wish.playback === 'playing' ? wish : { ...wish, playback: 'playing', isSettled: false };
}

/** The video plays until the pause has been taken. */
export function pause(wish: Wish, moment: Moment): Wish {
  if (!mayMove(wish.playback)) return wish;
  const isCertain = wish.playback === 'playing' && wish.isSettled;
  return { ...halt(wish, moment.stoppedByMs(wish.atMs)), playback: isCertain ? 'paused' : 'halted', isSettled: false };
}

export function halt(wish: Wish, stoppedAtMs: number): Wish {
  return { ...wish, place: later(wish, stoppedAtMs).place };
}

/** Cued or paused, it plays; a player that was to play and has not settled is anything. */
export function toggle(wish: Wish, moment: Moment): Wish {
  const { playback, isSettled } = wish;
  if (playback === 'halted' || (isSettled && (playback === 'cued' || playback === 'paused'))) return start(wish);
  if (isSettled && playback === 'playing') return pause(wish, moment);
  return { ...wish, playback: 'unknown', isSettled: false };
}

/** Paused stays paused, anything else plays. */
export function seekTo(wish: Wish, place: WantedPlace): Wish {
  const at = { ...wish, place };
  if (wish.playback === 'cued') return { ...at, playback: 'playing', isSettled: false };
  return wish.playback === 'halted' ? { ...at, playback: 'unknown', isSettled: false } : at;
}

export function seekToSeconds(wish: Wish, seconds: number): Wish {
  const inside = withinVideo(wish.video, seconds);
  return seekTo(wish, { from: 'start', low: inside, high: inside });
}

/** Keys and presses on the bar know a share of the video, or of the window that a live stream has. */
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

/** Another video, or the same from a given place; the rate starts again. */
export function show(wish: Wish, videoId: string, seconds: number, playback: 'playing' | 'cued'): Wish {
  const video = watchedPoints(videoId);
  // Choices of the viewer are kept for the next video, those of the host are not.
  const captions = wish.captions === 'off' ? 'off' : 'unknown';
  return { ...wish, video, playback, isSettled: false, place: startOf(video, seconds), rate: 1, captions };
}

/** Expected by hosts: no stream and no playback; where it begins again is not said. */
export function stop(wish: Wish): Wish {
  return { ...wish, playback: 'cued', isSettled: false, place: ANYWHERE };
}

/** Past the last entry the list stops; before the first one that starts again. */
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
