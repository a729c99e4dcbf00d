import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Catalog } from '../../provider/catalog/catalog.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import type { AudienceStore } from './audience-store.ts';
import type { MostWatchedMoments } from '../../provider/catalog/most-watched.ts';
import { NO_CURVE, watchedCurve, type Curve } from './curve-picture.ts';
import { findPeriod, knownVideo } from './viewers-report.ts';

/** A curve of fewer views would reveal what single viewers watched. */
const VIEWS_MIN = 50;
/** Span of the counts; the default retention of counts is as long. */
const SPAN_MS = 400 * DAY_MS;
/** Time until curves are read again: a few more views would hardly change them. */
const KEPT_MS = 600_000;

export interface MostWatchedDependencies {
  readonly audience: AudienceStore;
  readonly catalog: Pick<Catalog, 'videos'>;
  readonly clock: Clock;
}

/** Most watched moments of videos whose owner shows them. */
export class MostWatched implements MostWatchedMoments {
  readonly #dependencies: MostWatchedDependencies;
  /** Curves that were read in the current round of {@link KEPT_MS}. */
  readonly #curves = new Map<string, Promise<Curve>>();
  /** Last known peaks, also from earlier rounds. */
  readonly #peaks = new Map<string, number>();
  #round = 0;

  constructor(dependencies: MostWatchedDependencies) {
    this.#dependencies = dependencies;
  }

  /** The curve of a video: an empty picture while there are too few views, `undefined` if the owner shows no curve. */
  async pictureOf(videoId: string): Promise<string | undefined> {
    return (await this.#curveOf(videoId))?.picture;
  }

  peakSecondsOf(videoId: string): number | undefined {
    // Reads the curve only for the next viewer, so that no start waits for the counts.
    this.#curveOf(videoId).catch(() => undefined);
    return this.#peaks.get(videoId);
  }

  async #curveOf(videoId: string): Promise<Curve | undefined> {
    const { catalog, clock } = this.#dependencies;
    const video = catalog.videos.get(videoId);
    if (video?.mostWatched !== true || video.sources.isLive) return undefined;
    const round = Math.floor(clock.now() / KEPT_MS);
    if (round !== this.#round) this.#curves.clear();
    this.#round = round;
    const known = this.#curves.get(videoId);
    if (known !== undefined) return known;
    const curve = this.#readCurve(videoId);
    this.#curves.set(videoId, curve);
    // A failed read is not cached, so that the next request retries.
    curve.catch(() => this.#curves.delete(videoId));
    return curve;
  }

  async #readCurve(videoId: string): Promise<Curve> {
    const { audience, catalog, clock } = this.#dependencies;
    const toMs = clock.now() + DAY_MS;
    const { totals, film } = await findPeriod(audience, {
      videoId,
      span: { fromMs: toMs - SPAN_MS, toMs, stepMs: SPAN_MS },
      videoOf: (id) => knownVideo(catalog, id),
    });
    const curve = film === null || totals.views < VIEWS_MIN ? NO_CURVE : watchedCurve(film.points, film.lengthSeconds);
    if (curve.peakSeconds === undefined) this.#peaks.delete(videoId);
    else this.#peaks.set(videoId, curve.peakSeconds);
    return curve;
  }
}
