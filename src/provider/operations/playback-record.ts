import type { Clock } from '../../../protocol/runtime/clock.ts';
import { RecentSources } from './recent-sources.ts';

/** Long enough for the viewers of a small site. */
const WINDOW_MS = 900_000;
/** Limit of playbacks in one body: a player tries a few times at most. */
const OF_BODY_MAX = 10;

/** Recent attempts to play and their failures, as players report them. */
export interface RecentPlaybacks {
  readonly attempts: number;
  readonly failed: number;
  /** Networks that failures came from. */
  readonly networks: number;
}

/** Counts attempts to play and failures of the last minutes, with the networks of the failures: one client is no outage. */
export class PlaybackRecord {
  readonly #recent: RecentSources;

  constructor(clock: Clock) {
    this.#recent = new RecentSources(clock, WINDOW_MS);
  }

  add({ attempts, failed }: Pick<RecentPlaybacks, 'attempts' | 'failed'>, network: string | undefined): void {
    for (let count = 0; count < Math.min(attempts, OF_BODY_MAX); count++) this.#recent.add('attempts', network);
    for (let count = 0; count < Math.min(failed, OF_BODY_MAX); count++) this.#recent.add('failed', network);
  }

  lately(): RecentPlaybacks {
    const counts = this.#recent.lately();
    const of = (name: string) => counts.find(({ kind }) => kind === name) ?? { count: 0, networks: 0 };
    const { count: failed, networks } = of('failed');
    return { attempts: Math.max(of('attempts').count, failed), failed, networks };
  }
}
