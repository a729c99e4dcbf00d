import { PLAYER_STATE } from '../../protocol/host/player-state.ts';
import { succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { HostCommand } from '../../src/page/host-messages/host-messages.ts';
import { Emitter } from '../../src/page/player/emitter.ts';
import { initialSnapshot, NO_VIDEO } from '../../src/page/player/initial-snapshot.ts';
import type {
  CommandSource,
  ExecutedCommand,
  Player,
  PlayerControl,
  PlayerEvent,
  PlayerSnapshot,
} from '../../src/page/player/player.ts';
import { SnapshotStore } from '../../src/page/player/snapshot-store.ts';

type ControlCall = {
  [Name in keyof PlayerControl]: readonly [Name, ...Parameters<PlayerControl[Name]>];
}[keyof PlayerControl];

/** A scripted player that records its commands; `player-contract.ts` compares it with the real player. */
export interface FakePlayer extends Player, PlayerControl {
  readonly executed: { command: HostCommand; by: CommandSource; atMs: number | undefined }[];
  /** Requests that are not commands, with their arguments. */
  readonly controlled: ControlCall[];
  readonly subscriberCount: () => number;
  /** The result of later `execute` calls. */
  response: (command: HostCommand) => Outcome<void>;
  /** How an accepted command ends; at once and successfully by default. */
  settle: (onSettled: (outcome: Outcome<void>) => void, command: HostCommand) => void;
  /** Reports to listeners that a command has run, without recording it. */
  ran(command: HostCommand, by: CommandSource, accepted?: boolean): void;
  set(patch: Partial<PlayerSnapshot>): void;
  emit(name: PlayerEvent['name'], data?: unknown): void;
  /** Changes the snapshot, and then emits the event, like the real player. */
  goTo(state: PlayerSnapshot['state'], patch?: Partial<PlayerSnapshot>): void;
  becomeReady(): void;
}

export const VIDEO = {
  ...NO_VIDEO,
  videoId: 'orieldemo01',
  title: 'Four small worlds',
  author: 'Oriel',
  isPlayable: true,
};

export function createFakePlayer(patch: Partial<PlayerSnapshot> = {}): FakePlayer {
  const fail = (error: unknown): void => {
    throw error;
  };
  const store = new SnapshotStore<PlayerSnapshot>(
    { ...initialSnapshot({ volume: 100, muted: false, loop: false }), video: VIDEO, durationSeconds: 20.02, ...patch },
    fail,
  );
  const events = new Emitter<PlayerEvent>(fail);
  const commands = new Emitter<ExecutedCommand>(fail);
  const sources = new Map<HostCommand['name'], CommandSource>();
  const controlled: ControlCall[] = [];
  let subscribers = 0;
  const player: FakePlayer = {
    executed: [],
    controlled,
    response: () => succeed(undefined),
    getSnapshot: store.get,
    subscriberCount: () => subscribers,
    subscribe(listener) {
      subscribers += 1;
      const unsubscribe = store.subscribe(listener);
      return () => {
        subscribers -= 1;
        unsubscribe();
      };
    },
    wantsToPlay: () => [PLAYER_STATE.playing, PLAYER_STATE.buffering].some((state) => state === store.get().state),
    onEvent: (listener) => events.on(listener),
    onCommand: (listener) => commands.on(listener),
    lastSourceOf: (name) => sources.get(name),
    execute(command, by, atMs, onSettled) {
      player.executed.push({ command, by, atMs });
      const outcome = player.response(command);
      if (outcome.ok) player.settle(onSettled ?? (() => undefined), command);
      player.ran(command, by, outcome.ok);
      return outcome;
    },
    settle: (settled) => settled(succeed(undefined)),
    ran(command, by, accepted = true) {
      sources.set(command.name, by);
      commands.emit({ command, by, accepted });
    },
    retry() {
      controlled.push(['retry']);
      return succeed(undefined);
    },
    reopen: () => void controlled.push(['reopen']),
    remotePlaybackChanged(remotePlayback) {
      if (store.update({ remotePlayback })) player.emit('onRemotePlaybackChange', remotePlayback);
    },
    endPlayback: (...given) => void controlled.push(['endPlayback', ...given]),
    seekToFraction: (...given) => void controlled.push(['seekToFraction', ...given]),
    settingsAt() {
      const { volume: volumePercent, muted, playbackRate: rate } = store.get();
      return { volumePercent, muted, rate };
    },
    holdAtEnd: () => void controlled.push(['holdAtEnd']),
    limitLoading(limits, isOn) {
      controlled.push(['limitLoading', limits, isOn]);
      store.update({ dataSaver: { ...store.get().dataSaver, isOn } });
    },
    set: (change) => void store.update(change),
    emit: (name, data = null) => events.emit({ name, data }),
    goTo(state, change = {}) {
      store.update({ ...change, state });
      events.emit({ name: 'onStateChange', data: state });
    },
    becomeReady() {
      store.update({ ready: true });
      events.emit({ name: 'onReady', data: null });
    },
  };
  return player;
}
