import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Sender } from '../budgets/sender.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { ShareKeys } from '../http/limits/address-key.ts';
import { FairQueue } from '../http/limits/fair-queue.ts';
import type { Limits } from '../settings/limits.ts';
import type { KnownVideo, LogIngest, LogPost, StoredPost } from './log-post.ts';

export interface FairIngestDependencies {
  readonly logs: LogIngest;
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'databaseQueueMaxBytes'>;
}

/**
 * Target duration of posts in the database. When posts take longer, fewer are in the database at once, so that other queries wait
 * for about as long.
 */
const TARGET_MS = 100;
/** Posts in the database at once: several, since what arrives together is committed together. */
const AT_ONCE_MIN = 8;
const AT_ONCE_MAX = 64;
const LESS_AT_ONCE = 0.75;
/** A post that would wait longer is refused at once: its player keeps it, and sends it again. */
const WAIT_MAX_MS = 500;
/** The estimate was wrong, as for bodies far larger than those before: past this a post is refused, too. */
const WAITED_MAX_MS = 5_000;
/** Up to this many waiting bodies are never refused: on a slow machine, a viewer or two cause as many. */
const WAITING_MIN = 64;
/** Weight of the newest measurement. */
const NEWEST_WEIGHT = 1 / 16;
/** Bound of one measurement: a database that was locked for seconds is not as slow as that afterwards. */
const MEASURED_MAX_MS = 100;

interface Waiting {
  readonly bytes: number;
  readonly begin: (isAdmitted: boolean) => void;
}

/**
 * Keeps posts of events outside the database until it has room for them, and lets the sender in next that was served least
 * recently: however much others send, a post of an ordinary viewer waits for those in the database alone, and so do reads
 * and checks of the database. More than it can take is refused, from the sender with the most that waits.
 */
export class FairIngest implements LogIngest {
  readonly #dependencies: FairIngestDependencies;
  readonly #queue = new FairQueue<Waiting>();
  #waitingBytes = 0;
  #atOnceMax = AT_ONCE_MIN;
  #atOnce = 0;
  #lastLessMs = Number.NEGATIVE_INFINITY;
  #lastEndMs = 0;
  /** Between the ends of two posts, while others wait. */
  #intervalMs = 0;

  constructor(dependencies: FairIngestDependencies) {
    this.#dependencies = dependencies;
  }

  /** Posts that wait for their turn. */
  get length(): number {
    return this.#queue.length;
  }

  knowVideos(videos: readonly KnownVideo[]): Promise<void> {
    return this.#dependencies.logs.knowVideos(videos);
  }

  async take(post: LogPost): Promise<Accepted<StoredPost>> {
    if (!(await this.#enter(post)))
      return refuse(503, 'Too many events of all clients. Come again later.', 'overload_logs');
    const { logs, clock } = this.#dependencies;
    const beganMs = clock.monotonicNow();
    try {
      return await logs.take(post);
    } finally {
      this.#leave(clock.monotonicNow(), beganMs);
    }
  }

  /** Resolves with whether the post may go to the database: at its turn, or at once when it may not. */
  #enter({ sender, bytes: { byteLength } }: LogPost): Promise<boolean> {
    const keys = keysOf(sender);
    return new Promise((begin) => {
      if (!this.#makeRoom(keys, byteLength)) return begin(false);
      const stopWaiting = this.#dependencies.clock.after(WAITED_MAX_MS, () => {
        remove();
        this.#waitingBytes -= byteLength;
        begin(false);
      });
      const remove = this.#queue.add(keys, {
        bytes: byteLength,
        begin(isAdmitted) {
          stopWaiting();
          begin(isAdmitted);
        },
      });
      this.#waitingBytes += byteLength;
      this.#admit();
    });
  }

  #makeRoom(keys: ShareKeys, bytes: number): boolean {
    while (!this.#hasRoom(bytes)) {
      const dropped = this.#queue.dropFromLargest(keys);
      if (dropped === undefined) return false;
      this.#waitingBytes -= dropped.bytes;
      dropped.begin(false);
    }
    return true;
  }

  #hasRoom(bytes: number): boolean {
    if (this.#waitingBytes + bytes > this.#dependencies.limits.databaseQueueMaxBytes) return false;
    return this.#queue.length < WAITING_MIN || this.#queue.length * this.#intervalMs <= WAIT_MAX_MS;
  }

  #admit(): void {
    while (this.#atOnce < Math.floor(this.#atOnceMax)) {
      const next = this.#queue.next();
      if (next === undefined) return;
      if (this.#atOnce === 0) this.#lastEndMs = this.#dependencies.clock.monotonicNow();
      this.#atOnce += 1;
      this.#waitingBytes -= next.bytes;
      next.begin(true);
    }
  }

  #leave(nowMs: number, beganMs: number): void {
    const isFull = this.#atOnce >= Math.floor(this.#atOnceMax);
    const intervalMs = Math.min(MEASURED_MAX_MS, nowMs - this.#lastEndMs);
    this.#intervalMs += (intervalMs - this.#intervalMs) * NEWEST_WEIGHT;
    this.#lastEndMs = nowMs;
    if (nowMs - beganMs > TARGET_MS) this.#allowFewer(nowMs, beganMs);
    else if (isFull) this.#atOnceMax = Math.min(AT_ONCE_MAX, this.#atOnceMax + 1 / this.#atOnceMax);
    this.#atOnce -= 1;
    this.#admit();
  }

  /** Lowers the number once for posts that were in the database together. */
  #allowFewer(nowMs: number, beganMs: number): void {
    if (beganMs < this.#lastLessMs) return;
    this.#lastLessMs = nowMs;
    this.#atOnceMax = Math.max(AT_ONCE_MIN, this.#atOnceMax * LESS_AT_ONCE);
  }
}

/** Numbers of networks and of addresses are from two ranges of a keyed hash, and do not meet. */
function keysOf({ network, address }: Sender): ShareKeys {
  return { site: `network ${network}`, client: `address ${address}` };
}
