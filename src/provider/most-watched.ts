import type { Clock } from '../../protocol/runtime/clock.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { Database } from './database/database.ts';

/** What viewers watched most, of videos whose owner shows it. */
export interface MostWatchedMoments {
  /** An empty picture before there are enough views, and `undefined` where the owner shows none. */
  readonly pictureOf: (videoId: string) => Promise<string | undefined>;
  /** The moment that was played most, as far as it has been read: the first call for a video has it read for the next. */
  readonly peakSecondsOf: (videoId: string) => number | undefined;
}

export interface MostWatchedReports {
  /** Before the id of a video, of the picture that pages lay over their bar. */
  readonly path: string;
  readonly open: (context: {
    readonly database: Database;
    readonly catalog: Catalog;
    readonly clock: Clock;
  }) => MostWatchedMoments;
}
