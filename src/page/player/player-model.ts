import type { Clock } from '../../../protocol/runtime/clock.ts';
import { Emitter } from './emitter.ts';
import type { DataSaverSnapshot, PlayerEvent, PlayerSnapshot, PositionSnapshot } from './player.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { statesAfter, type StateInput } from './state-machine.ts';

/** The snapshot and its listeners, shared by the parts of the player. */
export class PlayerModel {
  readonly #clock: Clock;
  readonly #store: SnapshotStore<PlayerSnapshot>;
  readonly #events: Emitter<PlayerEvent>;

  constructor(initial: PlayerSnapshot, clock: Clock, reportError: (error: unknown) => void) {
    this.#clock = clock;
    this.#store = new SnapshotStore(initial, reportError);
    this.#events = new Emitter(reportError);
  }

  get snapshot(): PlayerSnapshot {
    return this.#store.get();
  }

  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);
  onEvent = (listener: (event: PlayerEvent) => void): (() => void) => this.#events.on(listener);

  /** Returns whether anything changed. */
  update(patch: Partial<PlayerSnapshot>): boolean {
    return this.#store.update(patch);
  }

  updateDataSaver(patch: Partial<DataSaverSnapshot>): void {
    this.update({ dataSaver: { ...this.snapshot.dataSaver, ...patch } });
  }

  emit(name: PlayerEvent['name'], data: unknown): void {
    this.#events.emit({ name, data });
  }

  /** Applies the states that an input leads to, each with its event after its snapshot; the patch is applied with the first state. */
  advance(input: StateInput, patch: Partial<PlayerSnapshot> = {}): void {
    const states = statesAfter(this.snapshot.state, input);
    if (states.length === 0) this.update(patch);
    for (const [index, state] of states.entries()) {
      this.update(index === 0 ? { ...patch, state } : { state });
      this.emit('onStateChange', state);
    }
  }

  becomeReady(): void {
    if (this.update({ ready: true })) this.emit('onReady', null);
  }

  /** A position at the present time, which moves at `rate`. */
  positionNow(seconds: number, rate = 0): PositionSnapshot {
    return { seconds, atMs: this.#clock.monotonicNow(), rate };
  }
}
