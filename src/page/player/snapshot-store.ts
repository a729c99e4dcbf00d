import { Emitter } from './emitter.ts';

/** An immutable value, which only its class replaces, and its subscribers, for `useSyncExternalStore`. */
export class OwnSnapshot<Snapshot extends object> {
  readonly #changed: Emitter<void>;
  #snapshot: Snapshot;

  constructor(initial: Snapshot, onError: (error: unknown) => void) {
    this.#snapshot = initial;
    this.#changed = new Emitter(onError);
  }

  get = (): Snapshot => this.#snapshot;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  /** Replaces the named parts. A patch that changes nothing makes no new snapshot and calls no listener. */
  protected update(patch: Partial<Snapshot>): boolean {
    const keys = Object.keys(patch) as (keyof Snapshot)[];
    if (keys.every((key) => Object.is(patch[key], this.#snapshot[key]))) return false;
    this.#snapshot = { ...this.#snapshot, ...patch };
    this.#changed.emit();
    return true;
  }
}

/** An {@link OwnSnapshot} whose value its holder may replace. */
export class SnapshotStore<Snapshot extends object> extends OwnSnapshot<Snapshot> {
  override update(patch: Partial<Snapshot>): boolean {
    return super.update(patch);
  }
}
