import type { Context, Hono } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { LICENSE_PATH, LICENSE_TOKEN_PARAMETER } from '../../../protocol/provider/paths.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isAbsolute } from '../catalog/media-address.ts';
import type { LicenseServer, OwnKeys } from '../catalog/protected-by.ts';
import { KEY_SYSTEM_HEADERS } from '../http/cross-origin.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { Refusals } from '../http/refusals.ts';
import { errorResponse, OPEN_TO_ALL } from '../http/responses.ts';
import type { BodyReader } from '../http/limits/body-reader.ts';
import { TokenBuckets } from '../http/limits/token-buckets.ts';
import type { VideoTokens } from '../security/video-tokens.ts';
import { clearKeyLicense } from './clear-key-license.ts';
import { requestLicense, type ServerRequest } from './license-server.ts';
import { INPUT_BOUNDS } from '../http/inputs/input-bounds.ts';

export interface LicenseRoutesDependencies {
  readonly catalog: Catalog;
  readonly tokens: VideoTokens;
  readonly bodies: BodyReader;
  readonly refusals: Refusals;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

/** Requests of one page: keys for video and audio, some rotations, and renewals. */
const RATE = { perSecond: 2, burst: 20 };
/** Limit of concurrent requests to license servers: a server that hangs occupies no more of the process. */
const CONCURRENT_MAX = 200;
/**
 * Licenses by way of the provider: `POST` with the request of the key system, `GET` for the certificate. The token comes with
 * the response about the video, and names it; only the catalog has the addresses of license servers.
 */
export function licenseRoutes(app: Hono, dependencies: LicenseRoutesDependencies): void {
  const { bodies, refusals, clock, fetch } = dependencies;
  const admit = admission(dependencies);
  let underWay = 0;

  const forward = async (request: ServerRequest): Promise<Response> => {
    if (underWay >= CONCURRENT_MAX)
      return errorResponse(503, 'Too many licenses are being requested. Come again later.');
    underWay += 1;
    try {
      const response = await requestLicense(request, { fetch, clock });
      return response.ok ? licenseResponse(response.bytes) : errorResponse(response.status, response.message);
    } finally {
      underWay -= 1;
    }
  };

  app.post(LICENSE_PATH, async (context) => {
    const system = await admit(context);
    if (!system.ok) return refusals.respond(context, system);
    const body = await bodies.sentBytes(context, INPUT_BOUNDS.license.characters);
    if (!body.ok) return refusals.respond(context, body);
    if ('keys' in system.value) {
      const license = clearKeyLicense(system.value, body.value);
      return license === undefined
        ? refusals.respond(context, refuse(400, 'This is no license request of ClearKey.'))
        : licenseResponse(Buffer.from(license));
    }
    const { licenseUrl: url, headers = {} } = system.value;
    return forward({ url, headers: { ...passedHeaders(context), ...headers }, body: body.value });
  });

  app.get(LICENSE_PATH, async (context) => {
    const system = await admit(context);
    if (!system.ok) return refusals.respond(context, system);
    const { certificateUrl: url = '', headers = {} } = 'keys' in system.value ? {} : system.value;
    return isAbsolute(url) ? forward({ url, headers }) : errorResponse(404, 'There is no certificate.');
  });
}

function admission({ catalog, tokens, clock }: LicenseRoutesDependencies) {
  const pages = new TokenBuckets(RATE, clock);
  return async (context: Context): Promise<Accepted<LicenseServer | OwnKeys>> => {
    const license = tokens.openLicense(context.req.query(LICENSE_TOKEN_PARAMETER) ?? '');
    if (license === undefined) return refuse(403, 'The license token is missing or has expired. Load the page again.');
    if (!pages.take(license.session)) return refuse(429, 'Too many requests of licenses.', 'licenses_per_page');
    await catalog.complete?.(license.videoId);
    const video = catalog.videos.get(license.videoId);
    const system = video?.refusal === undefined ? video?.drm?.[license.system] : undefined;
    return system === undefined ? refuse(403, 'This video is no longer available.') : { ok: true, value: system };
  };
}

function passedHeaders({ req }: Context): Record<string, string> {
  const entries = KEY_SYSTEM_HEADERS.map((name) => [name, req.header(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [(typeof KEY_SYSTEM_HEADERS)[number], string] => !!entry[1]),
  );
}

function licenseResponse(bytes: Uint8Array): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { ...OPEN_TO_ALL, 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' },
  });
}
