import type {
  WatchedPoint,
  ViewersError,
  ViewersFigures,
  ViewersPeriod,
  ViewersPoint,
} from '../../../protocol/provider/viewers-report.ts';
import type { Catalog } from '../../provider/catalog/catalog.ts';
import type { AudienceStore, FoundPeriod, StepFact } from './audience-store.ts';
import { percentile } from '../../provider/operations/duration-buckets.ts';
import { CROWD_MS, HOUR_MS, type FactName } from '../counting/fact.ts';
import { countedSeconds } from '../counting/video-seconds.ts';
import type { ReportSpan } from '../report-span.ts';
import { BEFORE_START } from '../counting/playback-outcomes.ts';

/** Fields of a video in the catalog. */
export interface KnownVideo {
  readonly title: string;
  readonly lengthSeconds: number;
  readonly isLive: boolean;
}

export function knownVideo({ videos }: Pick<Catalog, 'videos'>, id: string): KnownVideo | undefined {
  const video = videos.get(id);
  return video && { title: video.title, lengthSeconds: video.lengthSeconds, isLive: video.sources.isLive };
}

export interface PeriodOptions {
  readonly videoId: string | undefined;
  readonly span: ReportSpan;
  readonly videoOf: (id: string) => KnownVideo | undefined;
}

/** A period without the figures from other stores. */
export type WatchedPeriod = Omit<ViewersPeriod, 'bandwidth' | 'failures'>;

/** Reads the audience figures of one period of a report. */
export async function findPeriod(
  store: AudienceStore,
  { videoId, span, videoOf }: PeriodOptions,
): Promise<WatchedPeriod> {
  const { facts, lists, videos, changes } = await store.find(videoId, span);
  const video = videoId === undefined ? undefined : videoOf(videoId);
  return {
    ...span,
    totals: figuresOf(facts),
    points: pointsOf(facts, span),
    errors: errorsOf(lists.error),
    hosts: [...lists.host],
    browsers: [...lists.browser],
    devices: [...lists.device],
    videos: videos.map((one) => ({ ...one, title: videoOf(one.id)?.title ?? null })),
    film:
      video === undefined || video.isLive || video.lengthSeconds === 0
        ? null
        : { lengthSeconds: video.lengthSeconds, points: watchedPoints(changes, video.lengthSeconds) },
  };
}

function pointsOf(facts: readonly StepFact[], { fromMs, toMs, stepMs }: ReportSpan): ViewersPoint[] {
  const steps = new Map<number, StepFact[]>();
  for (const fact of facts) {
    const step = steps.get(fact.atMs);
    if (step === undefined) steps.set(fact.atMs, [fact]);
    else step.push(fact);
  }
  const points: ViewersPoint[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) points.push({ atMs, ...figuresOf(steps.get(atMs) ?? []) });
  return points;
}

function figuresOf(facts: readonly StepFact[]): ViewersFigures {
  const ofFact = (name: FactName): StepFact[] => facts.filter(({ fact }) => fact === name);
  const sumOf = (name: FactName): number => ofFact(name).reduce((total, { sum }) => total + sum, 0);
  const [watchedMs, stalls, stalledMs] = [sumOf('watched'), sumOf('stalls'), sumOf('stalled')];
  const frames = sumOf('frames');
  const mostMs = Math.max(0, ...ofFact('crowd').map(({ largest }) => largest));
  return {
    views: sumOf('views'),
    ...outcomesOf(sumOf('views'), sumOf('attempts'), ofFact('failed')),
    watchedMs,
    viewersAtOnce: hundredths(mostMs / CROWD_MS),
    startUpMs: startUpOf(ofFact('startUp')),
    stalls,
    stalledMs,
    rebufferingShare: watchedMs === 0 ? null : stalledMs / (stalledMs + watchedMs),
    stallsPerHour: watchedMs === 0 ? null : hundredths((stalls * HOUR_MS) / watchedMs),
    droppedShare: frames === 0 ? null : sumOf('droppedFrames') / frames,
    qualityMs: Object.fromEntries(sumsByKey(ofFact('quality'))),
  };
}

function outcomesOf(
  views: number,
  attempts: number,
  failures: readonly StepFact[],
): Pick<ViewersFigures, 'attempts' | 'failed' | 'failedShare' | 'startFailed' | 'leftEarly' | 'leftEarlyShare'> {
  const failed = failures.reduce((total, { sum }) => total + sum, 0);
  const startFailed = sumsByKey(failures).get(BEFORE_START) ?? 0;
  const leftEarly = Math.max(0, attempts - views - startFailed);
  return {
    ...{ attempts, failed, startFailed, leftEarly },
    failedShare: shareOf(failed, attempts),
    leftEarlyShare: shareOf(leftEarly, attempts),
  };
}

/** Share, capped at 1: a view that failed within an hour may have begun before that hour. */
function shareOf(count: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(1, count / whole);
}

function startUpOf(facts: readonly StepFact[]): ViewersFigures['startUpMs'] {
  const counts = new Map([...sumsByKey(facts)].map(([bucket, count]) => [Number(bucket), count]));
  const at = (share: number): number => percentile(counts, share) ?? 0;
  return counts.size === 0 ? null : { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

function sumsByKey(facts: readonly StepFact[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { key, sum } of facts) sums.set(key, (sums.get(key) ?? 0) + sum);
  return sums;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function errorsOf(listed: FoundPeriod['lists']['error']): ViewersError[] {
  const errors = new Map<string, ViewersError>();
  for (const { name, count } of listed) {
    const [code = '', outcome = '', browser = '', device = ''] = name.split('/');
    const key = `${code}/${outcome}`;
    const known = errors.get(key) ?? { code, outcome, count: 0, devices: [] };
    const devices = [...known.devices, { browser, device, count }];
    errors.set(key, { ...known, count: known.count + count, devices });
  }
  return [...errors.values()].sort((left, right) => right.count - left.count);
}

/** Points of the curve: sums of all changes up to each second. */
function watchedPoints(changes: FoundPeriod['changes'], lengthSeconds: number): WatchedPoint[] {
  const now = { played: 0, repeated: 0, skipped: 0 };
  let next = 0;
  return countedSeconds(lengthSeconds).map((second) => {
    for (let change = changes[next]; change !== undefined && change.second <= second; change = changes[next]) {
      now.played += change.played;
      now.repeated += change.repeated;
      now.skipped += change.skipped;
      next += 1;
    }
    return { second, ...now };
  });
}
