import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { shareKeys, type ShareKeys } from './address-key.ts';
import { FairQueue, WAITING_MIN } from './fair-queue.ts';
import { MeasuredDuration } from './measured-duration.ts';
import { PacedWork } from './paced-work.ts';
import type { PathKind } from './path-kind.ts';

interface Service {
  readonly kind: PathKind;
  /** A request that would wait longer is refused at once. */
  readonly waitMaxMs: number;
}

/**
 * Served first to last when requests wait. Without its page and its calls a player shows nothing; a player has media
 * in its buffer, and keeps logs until it can send them.
 */
export const SERVICE_ORDER: readonly Service[] = [
  { kind: 'pages', waitMaxMs: 2_000 },
  { kind: 'calls', waitMaxMs: 2_000 },
  { kind: 'files', waitMaxMs: 1_000 },
  { kind: 'logs', waitMaxMs: 500 },
];

/** Requests that are admitted in one turn: few, so that a turn is short, and several, because other work runs in the turn, too. */
const ADMITTED_PER_TURN = 4;
/** Every fourth request is of each kind in turn, so that endless pages do not keep a log waiting for ever. */
const TURN_OF_EACH_KIND = 4;
/** Assumed duration of a turn before any was measured. */
const FIRST_GUESS_MS = 1;

export interface RequestAdmissionDependencies {
  readonly clock: Clock;
  /** Runs a task in a later turn of the event loop. */
  readonly defer: (task: () => void) => void;
}

type Waiting = (isAdmitted: boolean) => void;

/**
 * Lets a few requests in with each turn of the event loop, so that new connections are accepted and read in between:
 * hundreds of busy connections would otherwise fill a turn with seconds of work. The time between two
 * admissions is measured, and requests that would wait too long are refused at once.
 */
export class RequestAdmission {
  readonly #clock: Clock;
  readonly #work: PacedWork;
  readonly #queues = SERVICE_ORDER.map((service) => ({ ...service, queue: new FairQueue<Waiting>() }));
  readonly #turn = new MeasuredDuration(FIRST_GUESS_MS);
  #admitted = 0;
  /** `undefined` while nothing waits. */
  #lastTurnMs: number | undefined;

  constructor({ clock, defer }: RequestAdmissionDependencies) {
    this.#clock = clock;
    this.#work = new PacedWork({
      ...{ perTurn: () => ADMITTED_PER_TURN, defer },
      waiting: () => this.length,
      runNext: () => this.#admitNext(),
    });
  }

  /** Requests that wait. */
  get length(): number {
    return this.#queues.reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** Resolves with whether the request may be handled: at its turn, or at once when it may not. */
  enter(kind: PathKind, address: string): Promise<boolean> {
    const keys = shareKeys(address);
    return new Promise((resolve) => {
      if (!this.#hasRoom(kind, keys)) return resolve(false);
      this.#queueOf(kind)?.queue.add(keys, resolve);
      this.#lastTurnMs ??= this.#clock.monotonicNow();
      this.#work.schedule();
    });
  }

  #queueOf(kind: PathKind) {
    return this.#queues.find((service) => service.kind === kind);
  }

  /** Whether the request may wait. In a full queue, the newest request of a larger share is dropped for it. */
  #hasRoom(kind: PathKind, keys: ShareKeys): boolean {
    const service = this.#queueOf(kind);
    const ahead = this.#ahead(kind);
    if (service === undefined || ahead < WAITING_MIN || ahead * this.#turn.ms <= service.waitMaxMs) return true;
    const dropped = service.queue.dropFromLargest(keys);
    dropped?.(false);
    return dropped !== undefined;
  }

  /** Number of requests served before a new one of this kind: requests of earlier kinds, but not past the turns of this kind. */
  #ahead(kind: PathKind): number {
    let ahead = 0;
    for (const service of this.#queues) {
      ahead += service.queue.length;
      if (service.kind === kind)
        return Math.min(ahead, (service.queue.length + 1) * TURN_OF_EACH_KIND * this.#queues.length);
    }
    return ahead;
  }

  #nextQueue() {
    const first =
      this.#admitted % TURN_OF_EACH_KIND === 0 ? (this.#admitted / TURN_OF_EACH_KIND) % this.#queues.length : 0;
    this.#admitted += 1;
    return [...this.#queues.slice(first), ...this.#queues].find(({ queue }) => queue.length > 0);
  }

  #admitNext(): void {
    const nowMs = this.#clock.monotonicNow();
    const next = this.#nextQueue()?.queue.next();
    this.#turn.add(nowMs - (this.#lastTurnMs ?? nowMs));
    this.#lastTurnMs = this.length > 0 ? nowMs : undefined;
    next?.(true);
  }
}
