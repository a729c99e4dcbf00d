import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Sender } from '../budgets/sender.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { ShareKeys } from '../http/limits/address-key.ts';
import { CALLS_AT_ONCE, FairLane } from '../http/limits/fair-lane.ts';
import type { Limits } from '../settings/limits.ts';
import type { KnownVideo, LogIngest, LogPost, StoredPost } from './log-post.ts';

export interface FairIngestDependencies {
  readonly logs: LogIngest;
  readonly clock: Clock;
  readonly limits: Pick<Limits, 'databaseQueueMaxBytes'>;
}

/** Target duration of posts in the database: other queries wait for about as long. */
const TARGET_MS = 100;

/** Posts of events take turns by sender. A post that would wait for long is refused: its player keeps the events, and sends them again. */
export class FairIngest implements LogIngest {
  readonly #logs: LogIngest;
  readonly #lane: FairLane;

  constructor({ logs, clock, limits }: FairIngestDependencies) {
    this.#logs = logs;
    this.#lane = new FairLane({
      ...{ clock, atOnce: CALLS_AT_ONCE, targetMs: TARGET_MS },
      waitingMaxBytes: limits.databaseQueueMaxBytes,
    });
  }

  /** Posts that wait for their turn. */
  get length(): number {
    return this.#lane.length;
  }

  knowVideos(videos: readonly KnownVideo[]): Promise<void> {
    return this.#logs.knowVideos(videos);
  }

  take(post: LogPost): Promise<Accepted<StoredPost>> {
    return this.#lane.run<Accepted<StoredPost>>(
      { keys: keysOf(post.sender), bytes: post.bytes.byteLength },
      () => this.#logs.take(post),
      () => refuse(503, 'Too many events of all clients. Come again later.', 'overload_logs'),
    );
  }
}

/** The words keep the numbers of networks and of addresses apart. */
function keysOf({ network, address }: Sender): ShareKeys {
  return { site: `network ${network}`, client: `address ${address}` };
}
