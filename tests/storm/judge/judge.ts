import type { Observation } from '../browser/observe.ts';
import { later, mayHaveEnded, type Wish } from '../model/wish.ts';

/** Numbers of the states in messages to hosts. */
export const STATE = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 } as const;

/** Seeks land a little off their target, and a position is read a little late. */
const LANDING_TOLERANCE_SECONDS = 0.4;
/** The edge of a live stream moves by whole segments. */
const EDGE_TOLERANCE_SECONDS = 5;
/** The position in a message to the host may be as old as the interval between messages, and is of another clock. */
const TOLD_TOLERANCE_SECONDS = 0.75;
const LENGTH_TOLERANCE_SECONDS = 0.6;

/** Describes the differences between a player at rest and the wanted state. */
export function judge(wishBefore: Wish, seen: Observation): string[] {
  const wish = later(wishBefore, seen.element.atMs);
  const { told } = seen;
  if (told.readyAtMs === null) return ['the host was never told that the player is ready'];
  return [
    ...told.errors.map((code) => `onError ${code}`),
    ...judgeSettings(wish, seen),
    ...(mayHaveEnded(wish) ? [] : judgePlayback(wish, seen)),
    ...judgeReads(seen),
  ];
}

function judgePlayback(wish: Wish, seen: Observation): string[] {
  const { element, told } = seen;
  const isMoving = told.state === STATE.playing;
  const states = allowedStates(wish);
  return [
    differs('state told to the host', told.state, states),
    differs('element paused', element.paused, [!isMoving]),
    differs('video', told.videoId, [wish.video.videoId]),
    ...judgeList(wish, seen),
    ...judgePlace(wish, seen),
    ...judgeLength(wish, seen),
  ].filter((text) => text !== '');
}

function allowedStates({ playback, place }: Wish): readonly number[] {
  // A player that has dropped its stream may report the state of a player that never had a stream.
  const cued = place.high === Infinity ? [STATE.cued, STATE.unstarted] : [STATE.cued];
  const states = {
    cued,
    playing: [STATE.playing],
    paused: [STATE.paused],
    halted: [STATE.paused, STATE.cued],
    unknown: [STATE.playing, STATE.paused, STATE.cued],
  };
  return states[playback];
}

function judgeList({ list }: Wish, { told }: Observation): string[] {
  return [
    differs('playlist', JSON.stringify(told.playlist), [JSON.stringify(list?.videoIds ?? null)]),
    differs('index in the playlist', told.playlistIndex, [list?.index ?? -1]),
  ];
}

/** A cued video has no stream; only the position in messages to the host shows where it will start. */
const hasStream = ({ element, told }: Observation): boolean => element.readyState > 0 && told.state !== STATE.cued;

function judgePlace({ place, rate }: Wish, seen: Observation): string[] {
  const { element, told } = seen;
  const seconds = hasStream(seen) ? element.timeSeconds : told.timeSeconds;
  const isOnEdge = place.from === 'edge';
  const is = isOnEdge ? told.seekable[1] - seconds : seconds;
  const tolerance = isOnEdge ? EDGE_TOLERANCE_SECONDS : LANDING_TOLERANCE_SECONDS;
  const isThere = is >= place.low - tolerance && is <= place.high + tolerance;
  // Without a stream, the live window is unknown.
  const isJudged = !isOnEdge || hasStream(seen);
  const where = isOnEdge ? 'seconds behind the edge' : 'position';
  return [
    isJudged && !isThere ? `${where} ${is.toFixed(2)}, not ${place.low.toFixed(2)} to ${place.high.toFixed(2)}` : '',
    hasStream(seen) ? judgeToldPosition(rate, seen) : '',
  ];
}

/** Hosts extrapolate the position from the last message, but not past the known end, which in a live stream is the edge. */
function judgeToldPosition(rate: number, { element, told }: Observation): string {
  const sinceSeconds = told.state === STATE.playing ? (element.atMs - told.timeAtMs) / 1_000 : 0;
  const now = told.timeSeconds + sinceSeconds * rate;
  const tolerance = TOLD_TOLERANCE_SECONDS * Math.max(1, rate);
  const isClose = [element.timeSeconds, told.seekable[1]].some((seconds) => Math.abs(now - seconds) < tolerance);
  return isClose ? '' : `position told to the host ${now.toFixed(2)}, of the element ${element.timeSeconds.toFixed(2)}`;
}

/** Checks by its length which video the element has, independent of the player's messages. */
function judgeLength({ video }: Wish, seen: Observation): string[] {
  const { durationSeconds } = seen.element;
  if (!hasStream(seen) || video.lengthSeconds === Infinity) return [];
  const isSame = Math.abs(durationSeconds - video.lengthSeconds) < LENGTH_TOLERANCE_SECONDS;
  return isSame ? [] : [`length of the element ${durationSeconds.toFixed(2)}, not ${video.lengthSeconds}`];
}

function judgeSettings({ rate, volume, muted, captions }: Wish, { element, told }: Observation): string[] {
  const shown = told.captionLanguage === null ? 'off' : 'on';
  return [
    differs('rate of the element', element.rate, [rate]),
    differs('rate told to the host', told.rate, [rate]),
    differs('volume of the element', element.volume, [volume]),
    differs('volume told to the host', told.volume, [volume]),
    differs('muted element', element.muted, [muted]),
    differs('muted told to the host', told.muted, [muted]),
    captions === 'unknown' ? '' : differs('captions', shown, [captions]),
  ].filter((text) => text !== '');
}

/** The script of the API has to return the values of the last message. */
function judgeReads({ reads, told }: Observation): string[] {
  if (reads === null) return [];
  return [
    differs('getPlayerState()', reads.state, [told.state]),
    differs('getVolume()', reads.volume, [told.volume]),
    differs('isMuted()', reads.muted, [told.muted]),
    differs('getPlaybackRate()', reads.rate, [told.rate]),
  ].filter((text) => text !== '');
}

function differs<T>(what: string, is: T, allowed: readonly T[]): string {
  return allowed.includes(is) ? '' : `${what}: ${String(is)}, not ${allowed.map(String).join(' or ')}`;
}
