import { PLAYER_STATE } from '../../protocol/host/player-state.ts';
import { succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { HostCommand } from '../../src/page/host-messages/host-messages.ts';
import { Emitter } from '../../src/page/player/emitter.ts';
import { initialSnapshot, NO_VIDEO } from '../../src/page/player/initial-snapshot.ts';
import type { CommandSource, Player, PlayerEvent, PlayerSnapshot } from '../../src/page/player/player.ts';
import { SnapshotStore } from '../../src/page/player/snapshot-store.ts';

/** A scripted player that records its commands. */
export interface FakePlayer extends Player {
  readonly executed: { command: HostCommand; by: CommandSource; atMs: number | undefined }[];
  readonly subscriberCount: () => number;
  /** The result of later `execute` calls. */
  response: (command: HostCommand) => Outcome<void>;
  /** How an accepted command ends; at once and successfully by default. */
  settle: (onSettled: (outcome: Outcome<void>) => void, command: HostCommand) => void;
  set(patch: Partial<PlayerSnapshot>): void;
  emit(name: PlayerEvent['name'], data?: unknown): void;
  /** Snapshot first, then the event, like the real player. */
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
  let subscribers = 0;
  const player: FakePlayer = {
    executed: [],
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
    execute(command, by, atMs, onSettled) {
      player.executed.push({ command, by, atMs });
      const outcome = player.response(command);
      if (outcome.ok) player.settle(onSettled ?? (() => undefined), command);
      return outcome;
    },
    settle: (settled) => settled(succeed(undefined)),
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
