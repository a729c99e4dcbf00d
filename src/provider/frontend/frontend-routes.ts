import type { Hono } from 'hono';
import type { ContentOrigins } from '../catalog/content-origins.ts';
import { fileResponse } from '../files/file-response.ts';
import type { FileCompressor } from '../files/content-encoding.ts';
import { formatPolicy, workerPolicy, type PolicyDirectives } from '../security/content-security-policy.ts';
import { LONG_LIVED, PAGE_FRESHNESS, SHORT_LIVED } from './cache-control.ts';
import { HOST_SCRIPTS, type Frontend } from './frontend.ts';

export interface FrontendRoutesDependencies {
  readonly frontend: Frontend;
  readonly compressor: FileCompressor;
  readonly origins: () => ContentOrigins;
  readonly adjustPolicy: (directives: PolicyDirectives) => PolicyDirectives;
}

/** The second path is that of the file on a static host. */
const NOTICES_PATHS = ['/third-party-notices', '/third-party-notices.txt'];

/** Hashed files of the pages, the scripts for host pages, and the licences of both. */
export function frontendRoutes(app: Hono, dependencies: FrontendRoutesDependencies): void {
  const { frontend, compressor, origins, adjustPolicy } = dependencies;

  app.get('/assets/*', async (context) => {
    const file = await frontend.asset(context.req.path.slice('/assets/'.length));
    if (file === undefined) return context.notFound();
    const headers = { 'Content-Security-Policy': formatPolicy(adjustPolicy(workerPolicy(origins()))) };
    return fileResponse(context.req.raw, file, { cacheControl: LONG_LIVED, compressor, headers });
  });

  for (const [path, fileName] of Object.entries(HOST_SCRIPTS))
    app.get(path, async (context) => {
      const file = await frontend.hostScript(fileName);
      if (file === undefined) return context.notFound();
      return fileResponse(context.req.raw, file, { cacheControl: SHORT_LIVED, compressor });
    });

  for (const path of NOTICES_PATHS)
    app.get(path, async (context) => {
      const file = await frontend.thirdPartyNotices();
      if (file === undefined) return context.notFound();
      return fileResponse(context.req.raw, file, { cacheControl: PAGE_FRESHNESS, compressor });
    });
}
