import type { RefusalCount } from '../../../protocol/provider/observation.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { OnRefusal } from '../http/refusal.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { RecentSources, type RecentCount, type Tally } from './recent-sources.ts';
import { RepeatedLines } from './repeated-lines.ts';
import { isRoutine } from './routine-ends.ts';

/** Time over which the networks that a limit refused are counted. */
const WINDOW_MS = 300_000;

export interface RefusalRecordDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'refusal' | 'refusals'>;
}

/** Counts refused requests and closed connections by limit, and logs the first of each limit, then a line a minute. */
export class RefusalRecord {
  readonly #metrics: RefusalRecordDependencies['metrics'];
  readonly #recent: RecentSources;
  /** When each limit refused something last, by wall time. */
  readonly #lastMs = new Map<string, number>();
  readonly #clock: Clock;
  /** Separate from the lines of bugs, so that many kinds of bugs never hide the name of a limit. */
  readonly #lines: RepeatedLines;

  constructor({ clock, log, metrics }: RefusalRecordDependencies) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#recent = new RecentSources(clock, WINDOW_MS);
    this.#lines = new RepeatedLines(log, clock);
  }

  readonly add: OnRefusal = (limit, network) => {
    this.#metrics.refusal(limit);
    this.#recent.add(limit, network);
    this.#lastMs.set(limit, this.#clock.now());
    const line = isRoutine(limit)
      ? ({ level: 'info', message: 'idle connections closed' } as const)
      : ({ level: 'warn', message: 'requests or connections refused by a limit' } as const);
    this.#lines.write({ limit }, { ...line, network });
  };

  /** Limits that refused something in the last minutes. Idle connections are no refusals. */
  lately(): RecentCount[] {
    return this.#recent.lately().filter(({ kind }) => !isRoutine(kind));
  }

  /** Counts the limits of {@link lately} from the beginning of its minutes until the tally is closed. */
  tally(): Tally {
    const tally = this.#recent.tally();
    return { ...tally, list: () => tally.list().filter(({ kind }) => !isRoutine(kind)) };
  }

  /** Counts since the start, the most frequent limit first. */
  async list(): Promise<RefusalCount[]> {
    const recent = new Map(this.#recent.lately().map(({ kind, networks }) => [kind, networks]));
    return (await this.#metrics.refusals()).map(({ limit, count }) => ({
      ...{ limit, count },
      networks: recent.get(limit) ?? 0,
      lastMs: this.#lastMs.get(limit) ?? 0,
      isRoutine: isRoutine(limit),
    }));
  }

  close(): void {
    this.#lines.close();
  }
}
