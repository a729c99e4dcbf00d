import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../protocol/host/player-state.ts';
import { USUAL_LIMITS } from '../../protocol/media/loading-limits.ts';
import { fail, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { HostCommand } from '../../src/page/host-messages/host-messages.ts';
import type { ExecutedCommand, Player, PlayerControl, PlayerEvent } from '../../src/page/player/player.ts';

const PAUSE: HostCommand = { name: 'pauseVideo', arguments: [] };
const MUTE: HostCommand = { name: 'mute', arguments: [] };
/** A command that the player refuses, because no video has such a track. */
const REFUSED: HostCommand = { name: 'setOption', arguments: ['audio', 'track', 'none'] };

export interface OpenedPlayer {
  readonly player: Player & PlayerControl;
  /** Plays the video by a command, as `pause` pauses it. */
  play(): Promise<void>;
  pause(): Promise<void>;
}

/** Contract that bridge, interface and telemetry rely on, of the real and of the fake player. */
export function describePlayer(name: string, open: () => Promise<OpenedPlayer>): void {
  test(`${name}: the snapshot is the same object until it changes, and subscribers are called after the change`, async () => {
    const { player, play, pause } = await open();
    const before = player.getSnapshot();
    expect(player.getSnapshot()).toBe(before);
    const states: number[] = [];
    const unsubscribe = player.subscribe(() => states.push(player.getSnapshot().state));
    await play();
    expect(player.getSnapshot()).not.toBe(before);
    expect(states.at(-1)).toBe(PLAYER_STATE.playing);
    unsubscribe();
    await pause();
    expect(states.at(-1)).toBe(PLAYER_STATE.playing);
    expect(player.getSnapshot().state).toBe(PLAYER_STATE.paused);
  });

  test(`${name}: an event arrives after its state is in the snapshot, and no event after its listener is removed`, async () => {
    const { player, play, pause } = await open();
    const seen: (readonly [PlayerEvent, state: number])[] = [];
    const leave = player.onEvent((event) => seen.push([event, player.getSnapshot().state]));
    await play();
    leave();
    await pause();
    const states = seen.filter(([event]) => event.name === 'onStateChange');
    expect(states.at(-1)).toEqual([{ name: 'onStateChange', data: PLAYER_STATE.playing }, PLAYER_STATE.playing]);
    for (const [event, state] of states) expect(event.data).toBe(state);
  });

  test(`${name}: the player wants to play from the request to play until the request to pause`, async () => {
    const { player, play, pause } = await open();
    await play();
    expect(player.wantsToPlay()).toBe(true);
    await pause();
    expect(player.wantsToPlay()).toBe(false);
  });

  test(`${name}: an accepted command ends once, and a refused command neither ends nor changes the snapshot`, async () => {
    const { player, play } = await open();
    await play();
    const ends: Outcome<void>[] = [];
    expect(player.execute(MUTE, 'viewer', undefined, (end) => ends.push(end))).toEqual({ ok: true, value: undefined });
    await play();
    expect(ends).toEqual([{ ok: true, value: undefined }]);
    const before = player.getSnapshot();
    expect(player.execute(REFUSED, 'host', undefined, (end) => ends.push(end))).toMatchObject({ ok: false });
    expect([ends.length, player.getSnapshot()]).toEqual([1, before]);
  });

  test(`${name}: a listener of commands receives the source of each command, and whether it was accepted`, async () => {
    const { player, play } = await open();
    await play();
    const ran: (readonly [ExecutedCommand, source: unknown])[] = [];
    const leave = player.onCommand((executed) => ran.push([executed, player.lastSourceOf(executed.command.name)]));
    expect(player.lastSourceOf('mute')).toBeUndefined();
    player.execute(MUTE, 'viewer');
    player.execute(REFUSED, 'host');
    leave();
    player.execute(PAUSE, 'own');
    expect(ran).toEqual([
      [{ command: MUTE, by: 'viewer', accepted: true }, 'viewer'],
      [{ command: REFUSED, by: 'host', accepted: false }, 'host'],
    ]);
    expect(player.lastSourceOf('pauseVideo')).toBe('own');
  });

  test(`${name}: the beginning of remote playback is in the snapshot, and causes one event`, async () => {
    const { player } = await open();
    const events: PlayerEvent[] = [];
    player.onEvent((event) => events.push(event));
    player.remotePlaybackChanged(true);
    player.remotePlaybackChanged(true);
    expect(player.getSnapshot().remotePlayback).toBe(true);
    expect(events).toEqual([{ name: 'onRemotePlaybackChange', data: true }]);
  });

  test(`${name}: limiting the loading sets in the snapshot whether the data saver is on`, async () => {
    const { player } = await open();
    player.limitLoading({ ...USUAL_LIMITS, maxQuality: 'small' }, true);
    expect(player.getSnapshot().dataSaver.isOn).toBe(true);
  });

  // React calls `subscribe` and `getSnapshot` without the player, and other callers destructure it, too.
  test(`${name}: the functions of the player work without their object`, async () => {
    const { player } = await open();
    const { getSnapshot, subscribe, wantsToPlay, onEvent, execute, onCommand, lastSourceOf, settingsAt } = player;
    const { retry, reopen, remotePlaybackChanged, limitLoading, holdAtEnd, seekToFraction, endPlayback } = player;
    for (const listen of [subscribe, onEvent, onCommand]) listen(() => undefined)();
    expect(execute(MUTE, 'viewer').ok).toBe(true);
    expect([getSnapshot(), wantsToPlay(), lastSourceOf('mute')]).toEqual([player.getSnapshot(), false, 'viewer']);
    expect(settingsAt(0)).toMatchObject({ volumePercent: 100, rate: 1 });
    remotePlaybackChanged(false);
    limitLoading(USUAL_LIMITS, false);
    holdAtEnd();
    seekToFraction(0.5, 'viewer');
    reopen();
    expect(retry().ok).toBe(true);
    endPlayback('heartbeat.stop', '');
  });
}

export const refusing = ({ name }: HostCommand): Outcome<void> =>
  name === REFUSED.name ? fail('api.invalidparam', 'there is none') : { ok: true, value: undefined };
