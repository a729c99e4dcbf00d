import type { Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { SetReportAside, SetVideoListed, type ViewerReports } from '../../../protocol/provider/viewer-reports.ts';
import type { Catalog } from '../../provider/catalog/catalog.ts';
import type { BodyReader } from '../../provider/http/limits/body-reader.ts';
import type { PathPrefix } from '../../provider/http/path-prefix.ts';
import { refuse, type Accepted } from '../../provider/http/refusal.ts';
import { dataResponse, errorResponse } from '../../provider/http/responses.ts';
import type { StoredReport, ViewerReportStore } from '../../provider/stores/viewer-report-store.ts';

/** Lists and unlists videos. */
export interface VideoListing {
  setListed(videoId: string, isListed: boolean): Promise<Accepted<void>>;
}

export interface ModerationRoutesDependencies {
  readonly viewerReports: ViewerReportStore;
  /** Catalog with the addresses that pages request. */
  readonly shown: Pick<Catalog, 'videos'>;
  readonly pathPrefix: PathPrefix;
  readonly bodies: Pick<BodyReader, 'json'>;
  /** `undefined` if this server may not change its catalog. */
  readonly listing: VideoListing | undefined;
}

/** Limit of the list, short enough for an operator to read. */
const LISTED_MAX = 200;

/** Mounts the routes for viewers' reports, behind the access check of the operator's pages. */
export function moderationRoutes(app: Hono, dependencies: ModerationRoutesDependencies): void {
  const { viewerReports, listing } = dependencies;
  const list = async (): Promise<Response> => {
    const { reports, more } = await viewerReports.list(LISTED_MAX);
    const body: ViewerReports = {
      reports: reports.map((report) => ({ ...report, video: videoOf(dependencies, report) })),
      more,
      canUnlist: listing !== undefined,
    };
    return dataResponse(body);
  };

  app.get('/provider/api/reports', list);
  app.post('/provider/api/reports/aside', async (context) => {
    const asked = await read(context, dependencies, SetReportAside);
    if (!asked.ok) return errorResponse(asked.status, asked.message);
    const { videoId, reason, isSetAside } = asked.value;
    await viewerReports.setAside(videoId, reason, isSetAside);
    return list();
  });
  app.post('/provider/api/reports/listed', async (context) => {
    const asked = await read(context, dependencies, SetVideoListed);
    if (!asked.ok) return errorResponse(asked.status, asked.message);
    if (listing === undefined) return errorResponse(404, 'This server does not change its catalog.');
    const done = await listing.setListed(asked.value.videoId, asked.value.isListed);
    return done.ok ? list() : errorResponse(done.status, done.message);
  });
}

async function read<T>(
  context: Context,
  { bodies }: ModerationRoutesDependencies,
  schema: z.ZodMiniType<T>,
): Promise<Accepted<T>> {
  const json = await bodies.json(context);
  if (!json.ok) return json;
  const parsed = parseAt('body', schema, json.value);
  return parsed.ok ? parsed : refuse(400, parsed.message);
}

function videoOf(
  { shown, pathPrefix }: ModerationRoutesDependencies,
  { videoId }: StoredReport,
): ViewerReports['reports'][number]['video'] {
  const video = shown.videos.get(videoId);
  if (video === undefined) return null;
  const { title, posters, isListed } = video;
  // The page may only load pictures from this server; posters are sorted by size, the smallest first.
  const poster = posters.find(({ url, mimeType }) => mimeType === 'image/jpeg' && /^\/(?!\/)/.test(url))?.url ?? null;
  return { title, poster, address: pathPrefix.add(`/embed/${videoId}`), isListed };
}
