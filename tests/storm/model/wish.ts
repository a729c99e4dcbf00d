import type { Video } from '../script/videos.ts';
import type { StartPage } from '../script/script.ts';

/** The state that the player should have after the last request of every kind. */
export interface Wish {
  readonly video: Video;
  readonly list: { readonly videoIds: readonly string[]; readonly index: number } | null;
  readonly playback: WantedPlayback;
  /** Whether the player is known to be in the wanted state, so that a toggle has one meaning. */
  readonly isSettled: boolean;
  readonly place: WantedPlace;
  /** The time for which `place` holds. */
  readonly atMs: number;
  readonly rate: number;
  readonly volume: number;
  readonly muted: boolean;
  readonly captions: 'on' | 'off' | 'unknown';
}

/**
 * `halted`: a pause arrived before a picture was certainly shown, so the player may be cued or paused. `unknown`: a toggle or
 * a seek arrived whose effect depends on a state that is not certain.
 */
export type WantedPlayback = 'cued' | 'playing' | 'paused' | 'halted' | 'unknown';

/** Seconds of media time, or seconds behind the edge of a live stream; every value from `low` to `high` is right. */
export interface WantedPlace {
  readonly from: 'start' | 'edge';
  readonly low: number;
  readonly high: number;
}

export const ANYWHERE: WantedPlace = { from: 'start', low: 0, high: Infinity };

/** Playback begins a few target durations behind the edge; the engine decides how many. */
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

/** Whether playback may have reached the end of the video; the model does not cover the time after the end. */
export const mayHaveEnded = ({ video, place, playback }: Wish): boolean =>
  place.from === 'start' && mayMove(playback) && place.high > video.lengthSeconds - END_MARGIN_SECONDS;

export const mayMove = (playback: WantedPlayback): boolean => playback === 'playing' || playback === 'unknown';

const END_MARGIN_SECONDS = 0.6;

/** The wish at a later time without new requests. The lower bound stays, since the player may have waited for data. */
export function later(wish: Wish, atMs: number): Wish {
  const { place, playback, rate } = wish;
  const passedSeconds = Math.max(0, atMs - wish.atMs) / 1_000;
  // The edge of a live stream also moves while the video does not play.
  const moves = place.from === 'edge' || mayMove(playback);
  const high = place.high + (moves ? passedSeconds * (place.from === 'edge' ? 1 : rate) : 0);
  return { ...wish, atMs: Math.max(atMs, wish.atMs), place: { ...place, high } };
}
