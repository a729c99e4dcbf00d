import type { Context, Hono } from 'hono';
import type { VideoUploads as VideoUploadsResponse } from '../../../protocol/provider/video-uploads.ts';
import type { BodyReader } from '../../provider/http/limits/body-reader.ts';
import type { PathPrefix } from '../../provider/http/path-prefix.ts';
import { errorResponse, PRIVATE } from '../../provider/http/responses.ts';
import type { VideoUploads } from './video-uploads.ts';
import { createTusServer } from './tus-server.ts';
import { uploadFailure } from './upload-failure.ts';
import { UploadRefusal } from './upload-refusal.ts';
import { readUploadOptions } from './upload-rules.ts';

/** Path of tus requests, whose bodies are parts of videos. */
const UPLOADS_PATH = '/provider/uploads';
export const isUpload = (path: string): boolean => path === UPLOADS_PATH || path.startsWith(`${UPLOADS_PATH}/`);
const VIDEOS_PATH = '/provider/api/films';

/** Methods of the tus protocol; it has no method to read an upload back. */
const TUS_METHODS = new Set(['POST', 'HEAD', 'PATCH', 'OPTIONS']);

export interface UploadRoutesDependencies {
  readonly uploads: VideoUploads;
  readonly filesFolder: string;
  readonly findMissingTools: () => Promise<string | null>;
  readonly newId: () => string;
  readonly maxBytes: number;
  readonly publicOrigin: string;
  readonly bodies: BodyReader;
  readonly pathPrefix: PathPrefix;
}

/** Mounts the routes of uploads, behind the access check of the operator's page. */
export function uploadRoutes(app: Hono, dependencies: UploadRoutesDependencies): void {
  const { uploads, filesFolder, findMissingTools, newId, maxBytes, publicOrigin, bodies, pathPrefix } = dependencies;
  const tus = createTusServer({
    folder: filesFolder,
    path: pathPrefix.add(UPLOADS_PATH),
    newId,
    async onCreate(id, metadata, sizeBytes) {
      const options = readUploadOptions(metadata, sizeBytes, maxBytes);
      const missing = await findMissingTools();
      if (missing !== null) throw new UploadRefusal(503, missing);
      await uploads.create(id, options);
    },
    onArrived: (id) => uploads.arrived(id),
  });

  const unlessRefused = async (task: () => Promise<Response>): Promise<Response> => {
    try {
      return await task();
    } catch (error) {
      const refusal = uploadFailure(error, filesFolder);
      if (refusal === undefined) throw error;
      return new Response(refusal.message, { status: refusal.status, headers: PRIVATE });
    }
  };
  const removed = (context: Context): Promise<Response> =>
    unlessRefused(async () => {
      const id = context.req.param('id') ?? '';
      await tus.alone(id, () => uploads.remove(id));
      return done({ 'Tus-Resumable': '1.0.0' });
    });
  app.delete(`${UPLOADS_PATH}/:id`, removed);
  app.all(`${UPLOADS_PATH}/*`, async (context) => {
    // Reads the method of the raw request, because Hono routes HEAD as GET.
    if (!TUS_METHODS.has(context.req.raw.method)) return errorResponse(405, 'Uploads are sent by the tus protocol.');
    return withOwnHeaders(await tus.respond(context.req.raw));
  });

  app.get(VIDEOS_PATH, async () => {
    const [list, missingTools] = await Promise.all([uploads.list(), findMissingTools()]);
    const body: VideoUploadsResponse = { uploads: list, maxBytes, missingTools, publicOrigin };
    return Response.json(body, { headers: PRIVATE });
  });
  app.post(`${VIDEOS_PATH}/:id/again`, (context) =>
    unlessRefused(async () => {
      await uploads.again(context.req.param('id'));
      return done();
    }),
  );
  app.put(`${VIDEOS_PATH}/:id/captions/:name`, (context) =>
    unlessRefused(async () => {
      const { id, name } = context.req.param();
      const body = await bodies.bytes(context);
      if (!body.ok) return errorResponse(body.status, body.message);
      await uploads.addCaptions(id, name, body.value, context.req.query('encoding'));
      return done();
    }),
  );
}

function done(headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 204, headers: { ...PRIVATE, ...headers } });
}

/** Removes the CORS headers with which the tus library opens its responses to pages of every origin. */
function withOwnHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
  for (const [name, value] of Object.entries(PRIVATE)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
