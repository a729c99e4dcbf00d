import type { Observation } from './observe.ts';
import { STATE } from '../judge/judge.ts';

const HAVE_FUTURE_DATA = 3;
/** Between two observations, a playing video has to move by at least this share of the time. */
const MOVING_SHARE = 0.4;

/** Whether the player may stay in this state: it does not seek or wait for data, and no key waits for the interface. */
export function isResting(before: Observation, now: Observation): boolean {
  const { element, told, takesKeys, arrivals } = now;
  if (told.readyAtMs === null || element.seeking) return false;
  if (!takesKeys && arrivals.some(({ by }) => by === 'key')) return false;
  if (told.state === STATE.playing) return element.readyState >= HAVE_FUTURE_DATA && isMoving(before, now);
  return told.state !== STATE.buffering && before.element.timeSeconds === element.timeSeconds;
}

function isMoving(before: Observation, now: Observation): boolean {
  const passedSeconds = (now.element.atMs - before.element.atMs) / 1_000;
  const movedSeconds = now.element.timeSeconds - before.element.timeSeconds;
  return movedSeconds > passedSeconds * now.element.rate * MOVING_SHARE;
}

/** The fields that do not change while a player is at rest. */
export function stillPartOf({ element, told }: Observation): string {
  const { paused, rate, volume, muted } = element;
  const { state, videoId, playlistIndex, captionLanguage, errors } = told;
  return JSON.stringify([paused, rate, volume, muted, state, videoId, playlistIndex, captionLanguage, errors]);
}
