import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import {
  LibraryEdits,
  type LibraryChange,
  type LibraryVideo,
  type VideoLibrary,
} from '../../../protocol/provider/video-library.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import type { Catalog } from '../../provider/catalog/catalog.ts';
import type { BodyReader } from '../../provider/http/limits/body-reader.ts';
import type { PathPrefix } from '../../provider/http/path-prefix.ts';
import { dataResponse, errorResponse } from '../../provider/http/responses.ts';
import type { Library } from './library.ts';
import { LibraryRefusal } from './library-refusal.ts';

const LIBRARY_PATH = '/provider/api/library';
const VIDEO_PATH = `${LIBRARY_PATH}/videos/:id`;
const REMOVED_PATH = `${LIBRARY_PATH}/removed/:name`;
const SEARCH_MAX_CHARACTERS = 200;
const PosterMoment = z.object({ seconds: z.number() });

export interface LibraryRoutesDependencies {
  readonly library: Library;
  readonly catalog: Pick<Catalog, 'problems'>;
  readonly publicOrigin: string;
  readonly bodies: BodyReader;
  readonly pathPrefix: PathPrefix;
}

/** Mounts the routes of the operator's library, behind the access check of the operator's page. */
export function libraryRoutes(app: Hono, dependencies: LibraryRoutesDependencies): void {
  const { library, catalog, publicOrigin, bodies, pathPrefix } = dependencies;
  const shown = (video: LibraryVideo): LibraryVideo => ({
    ...video,
    posterUrl: video.posterUrl?.startsWith('/') === true ? pathPrefix.add(video.posterUrl) : video.posterUrl,
    notices: noticesOf(video.id, catalog),
  });
  const changed = ({ remarks, video }: LibraryChange): Response =>
    dataResponse({ remarks, video: video === null ? null : shown(video) } satisfies LibraryChange);

  app.get(LIBRARY_PATH, (context) =>
    unlessRefused(async () => {
      const search = (context.req.query('search') ?? '').slice(0, SEARCH_MAX_CHARACTERS);
      const after = Number(context.req.query('after') ?? 0);
      const list = await library.do({
        kind: 'list',
        search,
        after: Number.isSafeInteger(after) && after > 0 ? after : 0,
      });
      return dataResponse({ ...list, videos: list.videos.map(shown), publicOrigin } satisfies VideoLibrary);
    }),
  );
  app.get(`${VIDEO_PATH}/check`, (context) =>
    unlessRefused(async () => dataResponse(await library.do({ kind: 'check', id: context.req.param('id') }))),
  );
  app.patch(VIDEO_PATH, (context) =>
    unlessRefused(async () => {
      const parsed = await bodyOf(context, bodies, LibraryEdits);
      if (parsed instanceof Response) return parsed;
      const { revision, ...edits } = parsed;
      return changed(await library.do({ kind: 'edit', id: context.req.param('id'), revision, edits }));
    }),
  );
  app.delete(VIDEO_PATH, (context) =>
    unlessRefused(async () => changed(await library.do({ kind: 'remove', id: context.req.param('id') }))),
  );
  app.put(`${VIDEO_PATH}/captions/:name`, (context) =>
    unlessRefused(async () => {
      const { id, name } = context.req.param();
      const body = await bodies.bytes(context);
      if (!body.ok) return errorResponse(body.status, body.message);
      const captions = { name, bytes: body.value, encoding: context.req.query('encoding') };
      return changed(await library.do({ kind: 'addCaptions', id, captions }));
    }),
  );
  app.delete(`${VIDEO_PATH}/captions`, (context) =>
    unlessRefused(async () => {
      const url = context.req.query('url') ?? '';
      return changed(await library.do({ kind: 'removeCaptions', id: context.req.param('id'), url }));
    }),
  );
  app.put(`${VIDEO_PATH}/poster`, (context) =>
    unlessRefused(async () => {
      const parsed = await bodyOf(context, bodies, PosterMoment);
      if (parsed instanceof Response) return parsed;
      return changed(await library.do({ kind: 'takePoster', id: context.req.param('id'), ...parsed }));
    }),
  );
  app.post(`${REMOVED_PATH}/restore`, (context) =>
    unlessRefused(async () => changed(await library.do({ kind: 'restore', name: context.req.param('name') }))),
  );
  app.delete(REMOVED_PATH, (context) =>
    unlessRefused(async () => changed(await library.do({ kind: 'forget', name: context.req.param('name') }))),
  );
}

/** Problems that the server found in the description of a video; their messages begin with its file name. */
const noticesOf = (id: string, { problems }: Pick<Catalog, 'problems'>): string[] =>
  problems.map(({ message }) => message).filter((message) => message.startsWith(`videos/${id}.json`));

async function bodyOf<T>(context: Context, bodies: BodyReader, schema: z.ZodMiniType<T>): Promise<T | Response> {
  const body = await bodies.json(context);
  if (!body.ok) return errorResponse(body.status, body.message);
  const parsed = parseAt('library', schema, body.value);
  return parsed.ok ? parsed.value : errorResponse(400, parsed.message);
}

async function unlessRefused(task: () => Promise<Response>): Promise<Response> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof LibraryRefusal) return errorResponse(error.status, error.message);
    throw error;
  }
}
