import type { Hono } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type {
  FailureLists,
  ListedVideos,
  VideoViews,
  ViewersPeriod,
  ViewersReport,
} from '../../../protocol/provider/viewers-report.ts';
import type { Catalog } from '../../provider/catalog/catalog.ts';
import { dataResponse, errorResponse, PRIVATE } from '../../provider/http/responses.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import type { BandwidthStore } from '../bandwidth/bandwidth-store.ts';
import type { AudienceStore } from './audience-store.ts';
import type { FailureStore } from './failure-store.ts';
import { exportTable } from './export-table.ts';
import { readExportQuery, readReportQuery } from './report-query.ts';
import type { ReportSpan } from '../report-span.ts';
import { findPeriod, knownVideo, type KnownVideo } from './viewers-report.ts';

export interface AudienceRoutesDependencies {
  readonly audience: AudienceStore;
  readonly catalog: Pick<Catalog, 'videos'>;
  readonly failures: FailureStore;
  /** Bandwidth, including bytes that are not stored yet. */
  readonly bandwidth: Pick<BandwidthStore, 'find'>;
  readonly clock: Clock;
  /** Price of a gigabyte; `null` if the operator has set none. */
  readonly pricePerGb: number | null;
}

/** Limit of videos to choose from; other videos are found by their ids. */
const LISTED_VIDEOS_MAX = 5_000;
const VIEWS_DAYS = 30;
/** Limit of video ids in a request; a page of the list of videos has fewer. */
const NAMED_VIDEOS_MAX = 100;
const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8; header=present', ndjson: 'application/x-ndjson' } as const;

/** Mounts the routes of the viewers report, for the operator's page and for programs. */
export function audienceRoutes(
  app: Hono,
  { audience, failures, bandwidth, catalog, clock, pricePerGb }: AudienceRoutesDependencies,
): void {
  const videoOf = (id: string): KnownVideo | undefined => knownVideo(catalog, id);
  const titleOf = (id: string): string | undefined => videoOf(id)?.title;
  const findFailures = async (videoId: string | undefined, span: ReportSpan): Promise<FailureLists> => {
    const found = await failures.find(videoId, span);
    return { ...found, videos: found.videos.map((one) => ({ ...one, title: titleOf(one.name) ?? null })) };
  };
  const find = async (videoId: string | undefined, span: ReportSpan): Promise<ViewersPeriod> => ({
    ...(await findPeriod(audience, { videoId, span, videoOf })),
    failures: await findFailures(videoId, span),
    bandwidth: await bandwidth.find({ videoId, span, nowMs: clock.now(), titleOf }),
  });

  app.get('/provider/api/viewers/videos', (context) => {
    const ids = context.req.query('ids')?.split(',', NAMED_VIDEOS_MAX);
    const found =
      ids?.flatMap((id) => catalog.videos.get(id) ?? []) ?? [...catalog.videos.values()].slice(0, LISTED_VIDEOS_MAX);
    return dataResponse(found.map(({ id, title }) => ({ id, title })) satisfies ListedVideos);
  });
  app.get('/provider/api/viewers/views', async (context) => {
    const ids = (context.req.query('videos') ?? '')
      .split(',', NAMED_VIDEOS_MAX)
      .filter((id) => videoOf(id) !== undefined);
    const views = await audience.views(ids, clock.now() - VIEWS_DAYS * DAY_MS);
    return dataResponse({ days: VIEWS_DAYS, views } satisfies VideoViews);
  });
  app.get('/provider/api/viewers/report', async (context) => {
    const nowMs = clock.now();
    const query = readReportQuery(context.req.query(), nowMs);
    if (!query.ok) return errorResponse(query.status, query.message);
    const { videoId, span, compared } = query.value;
    const report: ViewersReport = {
      nowMs,
      video: videoId === undefined ? null : { id: videoId, title: videoOf(videoId)?.title ?? null },
      period: await find(videoId, span),
      compared: compared === undefined ? null : await find(videoId, compared),
      pricePerGb,
    };
    return dataResponse(report);
  });
  app.get('/provider/api/viewers/export', async (context) => {
    const parameters = context.req.query();
    const query = readReportQuery(parameters, clock.now());
    if (!query.ok) return errorResponse(query.status, query.message);
    const exported = readExportQuery(parameters);
    if (!exported.ok) return errorResponse(exported.status, exported.message);
    const { videoId, span } = query.value;
    const { table, format } = exported.value;
    const text = exportTable(await find(videoId, span), table, format, pricePerGb);
    const days = [span.fromMs, span.toMs].map((timeMs) => new Date(timeMs).toISOString().slice(0, 10));
    const name = ['oriel', videoId ?? 'all', table, ...days].join('-');
    return new Response(text, {
      headers: {
        ...PRIVATE,
        'Content-Type': MEDIA_TYPES[format],
        'Content-Disposition': `attachment; filename="${name}.${format}"`,
      },
    });
  });
}
