import type { Video } from '../script/videos.ts';
import type { StartPage } from '../script/script.ts';

/** Last requests of every kind. */
export interface Wish {
  readonly video: Video;
  readonly list: { readonly videoIds: readonly string[]; readonly index: number } | null;
  readonly playback: WantedPlayback;
  /** Shown state of the player is known too, so that a toggle has one meaning. */
  readonly isSettled: boolean;
  readonly place: WantedPlace;
  /** When `place` was true. */
  readonly atMs: number;
  readonly rate: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly captions: 'on' | 'off' | 'unknown';
}

/**
 * `halted`: a pause came before it was known whether anything had been shown, so the player is cued or paused, and both
 * are right. `unknown`: what a toggle or a seek meant depends on that.
 */
export type WantedPlayback = 'cued' | 'playing' | 'paused' | 'halted' | 'unknown';

/** Seconds of media time, or seconds behind the edge of a live stream; anything in between is right. */
export interface WantedPlace {
  readonly from: 'start' | 'edge';
  readonly low: number;
  readonly high: number;
}

export const ANYWHERE: WantedPlace = { from: 'start', low: 0, high: Infinity };

/** Playback begins a few target durations behind the edge; how many is the engine's business. */
const LIVE_START: WantedPlace = { from: 'edge', low: 0, high: 40 };

export const startOf = ({ lengthSeconds }: Video, seconds = 0): WantedPlace =>
  lengthSeconds === Infinity ? LIVE_START : { from: 'start', low: seconds, high: seconds };

export function wishOf({ video, listIds, autoplay, muted }: StartPage, atMs: number): Wish {
  return {
    video,
    list: listIds === null ? null : { videoIds: listIds, index: 0 },
    playback: autoplay ? 'playing' : 'cued',
    isSettled: !autoplay,
    place: startOf(video),
    atMs,
    rate: 1,
    volume: 100,
    muted,
    captions: 'off',
  };
}

/** Playback may have come to the end of the video, which the model does not follow any further. */
export const mayHaveEnded = ({ video, place, playback }: Wish): boolean =>
  place.from === 'start' && mayMove(playback) && place.high > video.lengthSeconds - END_MARGIN_SECONDS;

export const mayMove = (playback: WantedPlayback): boolean => playback === 'playing' || playback === 'unknown';

const END_MARGIN_SECONDS = 0.6;

/** Later, with nothing asked meanwhile. Nothing is known of waiting for data, so the lower bound stays. */
export function later(wish: Wish, atMs: number): Wish {
  const { place, playback, rate } = wish;
  const passedSeconds = Math.max(0, atMs - wish.atMs) / 1_000;
  // The edge of a live stream moves on when the video does not.
  const moves = place.from === 'edge' || mayMove(playback);
  const high = place.high + (moves ? passedSeconds * (place.from === 'edge' ? 1 : rate) : 0);
  return { ...wish, atMs: Math.max(atMs, wish.atMs), place: { ...place, high } };
}
