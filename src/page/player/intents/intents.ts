import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Intent, IntentEnd, IntentField } from './intent.ts';

/** Kept changes of a field. A dragged slider of a host makes more changes while an input waits for its listener; the oldest are dropped. */
const CHANGES_KEPT = 50;

interface Change {
  readonly atMs: number;
  /** Intent that the change replaced. */
  readonly before: Intent;
}

export type OnIntentEnd = (field: IntentField, end: IntentEnd, intent: Intent) => void;

/**
 * Keeps the intents of the player until they are fulfilled, replaced or failed. The latest request counts, by the time of the
 * request: a key that was pressed before its listener had loaded does not undo a later command of the host.
 */
export class Intents {
  readonly #clock: Clock;
  readonly #onEnd: OnIntentEnd;
  readonly #requestedAtMs = new Map<IntentField, number>();
  /** The requests of each field, oldest first. */
  readonly #changes = new Map<IntentField, readonly Change[]>();
  readonly #pending = new Set<IntentField>();
  #intent: Intent;

  constructor(initial: Intent, clock: Clock, onEnd: OnIntentEnd) {
    this.#intent = initial;
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  get current(): Intent {
    return this.#intent;
  }

  pendingFields(): readonly IntentField[] {
    return [...this.#pending];
  }

  isPending(field: IntentField): boolean {
    return this.#pending.has(field);
  }

  requestedAtMs(field: IntentField): number | undefined {
    return this.#requestedAtMs.get(field);
  }

  /** Whether a request that was made at `requestedAtMs` still counts. */
  isLatest(field: IntentField, requestedAtMs: number): boolean {
    return requestedAtMs >= (this.#requestedAtMs.get(field) ?? -Infinity);
  }

  /** The intent at `atMs`, if it was replaced since: an input may wait for its listener while other requests are carried out. */
  before<Field extends IntentField>(field: Field, atMs: number): Intent[Field] | undefined {
    return this.#changes.get(field)?.find((change) => change.atMs > atMs)?.before[field];
  }

  /** Changes the fields without a later request. `requestedAtMs`: monotonic; by default now, earlier for an event that was queued. */
  ask(changes: Partial<Intent>, requestedAtMs = this.#clock.monotonicNow()): void {
    for (const field of fieldsOf(changes)) {
      if (!this.isLatest(field, requestedAtMs)) continue;
      this.#requestedAtMs.set(field, requestedAtMs);
      const replaced = this.#set(field, changes);
      const past = this.#changes.get(field) ?? [];
      this.#changes.set(field, [...past, { atMs: requestedAtMs, before: replaced }].slice(-CHANGES_KEPT));
      const wasPending = this.#pending.has(field);
      this.#await(field);
      if (wasPending) this.#onEnd(field, 'replaced', replaced);
    }
  }

  /** Changes that the player itself needs for an earlier request. The time of the request stays as it was. */
  renew(changes: Partial<Intent>): void {
    for (const field of fieldsOf(changes)) {
      this.#set(field, changes);
      this.#await(field);
    }
  }

  /** Settles fulfilled fields; also with values that were not requested, such as the volume of a hardware key. */
  fulfil(changes: Partial<Intent>): void {
    for (const field of fieldsOf(changes)) {
      const fulfilled = this.#set(field, changes);
      if (this.#pending.delete(field)) this.#onEnd(field, 'fulfilled', fulfilled);
    }
  }

  /** Settles the pending ones of `fields` as failed; `changes` is the intent from now on. */
  fail(fields: readonly IntentField[], changes: Partial<Intent>): void {
    const failed = this.#intent;
    const ended = fields.filter((field) => this.#pending.delete(field));
    for (const field of fieldsOf(changes)) this.#set(field, changes);
    for (const field of ended) this.#onEnd(field, 'failed', failed);
  }

  /** Marks a field as pending, except `null`, which requests nothing, and `mayMute`, which is only a condition of playing. */
  #await(field: IntentField): void {
    if (field === 'mayMute' || this.#intent[field] === null) this.#pending.delete(field);
    else this.#pending.add(field);
  }

  /** Returns the previous intent. */
  #set(field: IntentField, changes: Partial<Intent>): Intent {
    const before = this.#intent;
    this.#intent = { ...before, [field]: changes[field] };
    return before;
  }
}

function fieldsOf(changes: Partial<Intent>): IntentField[] {
  return Object.keys(changes) as IntentField[];
}
