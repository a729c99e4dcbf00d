import { PLAYER } from '../../../protocol/constants.ts';
import { PLAYBACK_RATES, PLAYER_STATE } from '../../../protocol/player-info.ts';
import type { Clock } from '../../../protocol/clock.ts';
import type { Fullscreen } from './fullscreen.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../player/player.ts';

export interface KeyTools {
  readonly player: Player;
  readonly fullscreen: Fullscreen;
  readonly clock: Clock;
}

type KeyAction = (tools: KeyTools, snapshot: PlayerSnapshot) => void;

/** The keys of the player by `KeyboardEvent.key`, lower case where letters are meant. One table for help and action. */
export const KEYS: Readonly<Record<string, KeyAction>> = {
  ' ': togglePlayback,
  k: togglePlayback,
  MediaPlayPause: togglePlayback,
  ArrowLeft: (tools) => seekBy(tools, -PLAYER.seekStepSeconds),
  ArrowRight: (tools) => seekBy(tools, PLAYER.seekStepSeconds),
  j: (tools) => seekBy(tools, -PLAYER.seekLeapSeconds),
  l: (tools) => seekBy(tools, PLAYER.seekLeapSeconds),
  ArrowUp: (tools, { volume }) => changeVolume(tools, volume + PLAYER.volumeStep),
  ArrowDown: (tools, { volume }) => changeVolume(tools, volume - PLAYER.volumeStep),
  m: ({ player }, { muted }) => void player.execute({ name: muted ? 'unMute' : 'mute', arguments: [] }, 'viewer'),
  f: ({ fullscreen }) => void fullscreen.toggle(),
  c: toggleCaptions,
  Home: (tools) => seekTo(tools, 0),
  End: (tools, { durationSeconds }) => seekTo(tools, durationSeconds),
  '<': (tools, { playbackRate }) =>
    changeRate(
      tools,
      PLAYBACK_RATES.findLast((rate) => rate < playbackRate),
    ),
  '>': (tools, { playbackRate }) =>
    changeRate(
      tools,
      PLAYBACK_RATES.find((rate) => rate > playbackRate),
    ),
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, digit): [string, KeyAction] => [
      String(digit),
      (tools, { durationSeconds }) => seekTo(tools, (durationSeconds * digit) / 10),
    ]),
  ),
};

/**
 * Listens on the whole document, so that keys work wherever focus is inside the frame. A key is swallowed only after it
 * did something here; keys with Ctrl, Meta or Alt belong to the browser.
 */
export function listenForKeys(document: Document, tools: KeyTools, signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (action === undefined || belongsToControl(event)) return;
      action(tools, tools.player.getSnapshot());
      event.preventDefault();
    },
    { signal },
  );
}

/** Keys that a focused control uses itself: space on a button, arrows on a slider, everything in a menu. */
function belongsToControl({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], select, textarea, input:not([type="range"])') !== null) return true;
  if (target instanceof HTMLInputElement) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  return key === ' ' && target.closest('button, a') !== null;
}

export function togglePlayback({ player }: Pick<KeyTools, 'player'>): void {
  const { state } = player.getSnapshot();
  const isPlaying = state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
  player.execute({ name: isPlaying ? 'pauseVideo' : 'playVideo', arguments: [] }, 'viewer');
}

function seekBy(tools: KeyTools, seconds: number): void {
  seekTo(tools, positionAt(tools.player.getSnapshot(), tools.clock.monotonicNow()) + seconds);
}

function seekTo({ player }: KeyTools, seconds: number): void {
  player.execute({ name: 'seekTo', arguments: [Math.max(0, seconds), true] }, 'viewer');
}

function changeVolume({ player }: KeyTools, volume: number): void {
  player.execute({ name: 'unMute', arguments: [] }, 'viewer');
  player.execute({ name: 'setVolume', arguments: [Math.min(100, Math.max(0, volume))] }, 'viewer');
}

function changeRate({ player }: KeyTools, rate: number | undefined): void {
  if (rate !== undefined) player.execute({ name: 'setPlaybackRate', arguments: [rate] }, 'viewer');
}

export function toggleCaptions({ player }: Pick<KeyTools, 'player'>): void {
  const { active, tracks } = player.getSnapshot().captions;
  if (tracks.length === 0) return;
  player.execute({ name: active >= 0 ? 'unloadModule' : 'loadModule', arguments: ['captions'] }, 'viewer');
}
