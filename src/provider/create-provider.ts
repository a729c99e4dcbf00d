import { Hono } from 'hono';
import type { Clock, Random } from '../../protocol/clock.ts';
import { createBotDetection, BOT_DETECTION_SCRIPT_PATH } from './bot-detection/bot-detection.ts';
import { callRoutes } from './calls/call-routes.ts';
import { errorReportRoutes } from './calls/error-report-routes.ts';
import { createHandlers } from './calls/handlers.ts';
import { identityRoutes } from './calls/identity-routes.ts';
import { createLocationTokens } from './calls/location.ts';
import { logRoutes } from './calls/log-routes.ts';
import { PlayerResponses } from './calls/player-responses.ts';
import { createResponseContexts } from './calls/response-contexts.ts';
import { smallRoutes } from './calls/small-routes.ts';
import { contentOrigins } from './catalog/content-origins.ts';
import type { Catalog } from './catalog/catalog.ts';
import { ErrorReportStore } from './database/error-report-store.ts';
import { EventStore } from './database/event-store.ts';
import { openDatabase } from './database/open-database.ts';
import { readSecret } from './database/secret.ts';
import { startSweeping } from './database/sweep.ts';
import { ViewerStore } from './database/viewer-store.ts';
import { ViewingStore } from './database/viewing-store.ts';
import { FileCompressor } from './files/content-encoding.ts';
import { FileFolder } from './files/file-folder.ts';
import type { Frontend } from './frontend/frontend.ts';
import { frontendRoutes } from './frontend/frontend-routes.ts';
import { answerError } from './http/answers.ts';
import { compressAnswers } from './http/compress-answers.ts';
import { crossOriginMiddleware } from './http/cross-origin.ts';
import { operatorGate } from './http/operator-gate.ts';
import { securityMiddleware } from './http/security-middleware.ts';
import { loadLiveStreams } from './media/live-streams.ts';
import { liveRoutes } from './media/live-routes.ts';
import { mediaRoutes } from './media/media-routes.ts';
import { ChangeFeed } from './observation/change-feed.ts';
import { observationRoutes } from './observation/observation-routes.ts';
import { ObservationStore } from './observation/observation-store.ts';
import { RequestLog } from './observation/request-log.ts';
import { documentRoutes } from './pages/document-routes.ts';
import { embedRoutes } from './pages/embed-routes.ts';
import { oEmbedRoutes } from './pages/oembed-routes.ts';
import { notFoundPage } from './pages/plain-pages.ts';
import { createPublicOrigin } from './pages/public-origin.ts';
import { installScenarios } from './scenarios.ts';
import { relaxForDevelopment, type PolicyDirectives } from './security/content-security-policy.ts';
import { createSigner } from './security/signer.ts';
import { createVideoTokens } from './security/video-tokens.ts';
import { createVisitors } from './security/visitors.ts';
import { createXsrfTokens } from './security/xsrf.ts';

export interface ProviderOptions {
  readonly catalog: Catalog;
  /** Folder of the catalog's `media/` files. */
  readonly mediaFolder: string;
  /** A libSQL address, such as `file:/data/oriel.db` or `:memory:`. */
  readonly databaseUrl: string;
  readonly databaseAuthToken?: string;
  readonly frontend: Frontend;
  readonly clock: Clock;
  readonly random: Random;
  /** Version of the pages, sent with every call. */
  readonly version: string;
  /** Origin to write into cards, share links and oEmbed; else taken from each request. */
  readonly publicOrigin?: string;
  /** Pages define `window.__bench` and may send their log anywhere. */
  readonly bench?: boolean;
  /** Faults on demand (`scenarios.ts`). Never on a server that strangers reach. */
  readonly scenarios?: boolean;
  /** Loosens the CSP as far as the Vite dev server needs it. */
  readonly development?: boolean;
  /** Asked for on `/provider`, with any user name. */
  readonly operatorPassword?: string;
  /** Data-sync id of whoever is signed in by the operator's own means. */
  readonly dataSyncIdOf?: (request: Request) => string | undefined;
  /** Where a bug that answered 500 is written. */
  readonly onBug?: (error: unknown) => void;
}

export interface Provider {
  readonly app: Hono;
  readonly fetch: (request: Request, env?: unknown) => Response | Promise<Response>;
  /** Ends answers that would go on for ever, so that a server can stop listening. */
  endStreams(): void;
  /** Stops timers and streams, and closes the database. */
  close(): void;
}

/** The reference provider, in process: a fetch-shaped app over one database and one catalog. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { catalog, clock, random, frontend, publicOrigin = '', bench = false } = options;
  const { site } = catalog;
  const liveStreams = await loadLiveStreams(options.mediaFolder, catalog.liveLoops);
  const client = await openDatabase(options.databaseUrl, clock, options.databaseAuthToken);
  const signer = createSigner(await readSecret(client, random));
  const visitors = createVisitors(signer, random);
  const xsrf = createXsrfTokens(signer, clock);
  const tokens = createVideoTokens(signer, clock, random);
  const viewers = new ViewerStore(client, clock);
  const events = new EventStore(client, clock);
  const botDetection = createBotDetection({ client, signer, clock, random });
  const responseContexts = createResponseContexts({ signer, clock, visitors, config: site.config });
  const feed = new ChangeFeed(clock);
  const requests = new RequestLog(clock, feed.changed);
  const compressor = new FileCompressor();
  const origins = contentOrigins(catalog, bench);
  const dataSyncIdOf = options.dataSyncIdOf ?? ((): undefined => undefined);
  const adjustPolicy = (directives: PolicyDirectives): PolicyDirectives =>
    options.development === true ? relaxForDevelopment(directives) : directives;
  const players = new PlayerResponses({
    catalog,
    tokens,
    viewerLists: viewers,
    locationTokens: createLocationTokens(signer),
    attestation: () => ({ scriptUrl: BOT_DETECTION_SCRIPT_PATH, program: botDetection.createProgram() }),
  });
  /** Whom an action belongs to: a signed-in user, else a visitor. What a context merely claims does not count. */
  const viewerOf = (request: Request, visitorData: string | undefined): string | undefined => {
    const user = dataSyncIdOf(request);
    const visitor = visitors.idOf(visitorData);
    return user === undefined ? visitor && `visitor:${visitor}` : `user:${user}`;
  };
  const stopSweeping = startSweeping(events, clock);

  const app = new Hono({ strict: true });
  app.use('*', securityMiddleware());
  app.use('*', compressAnswers());
  app.use('*', requests.middleware);
  if (options.scenarios === true) installScenarios(app, clock);
  for (const path of ['/youtubei/*', '/error_204', '/generate_204', '/pagead/id', '/getDatasyncIdsEndpoint'])
    app.use(path, crossOriginMiddleware());
  for (const path of ['/provider', '/provider/api/*']) app.use(path, operatorGate(options.operatorPassword));

  callRoutes(app, {
    handlers: createHandlers({
      catalog,
      tokens,
      viewers,
      viewing: new ViewingStore(client, clock),
      botDetection,
      players,
      publicOrigin: createPublicOrigin(publicOrigin),
    }),
    responseContexts,
    viewerOf,
  });
  logRoutes(app, { events, responseContexts, onStored: feed.changed });
  identityRoutes(app, { site, signer, random, dataSyncIdOf });
  errorReportRoutes(app, { reports: new ErrorReportStore(client, clock), xsrf, onStored: feed.changed });
  smallRoutes(app);
  const pageDependencies = { site, xsrf, visitors, random, version: options.version, bench, dataSyncIdOf };
  embedRoutes(app, { ...pageDependencies, ...origins, catalog, players, frontend, publicOrigin, adjustPolicy });
  documentRoutes(app, frontend, adjustPolicy);
  oEmbedRoutes(app, catalog, publicOrigin);
  frontendRoutes(app, { frontend, compressor, adjustPolicy, ...origins });
  mediaRoutes(app, new FileFolder(options.mediaFolder), compressor);
  liveRoutes(app, liveStreams, clock);
  observationRoutes(app, {
    store: new ObservationStore(client),
    requests,
    feed,
    catalog,
    clock,
    startedAtMs: clock.now(),
  });
  app.notFound((context) =>
    context.req.path.startsWith('/youtubei/') || context.req.path.startsWith('/provider/api/')
      ? answerError(404, 'There is no such call.')
      : notFoundPage(),
  );
  app.onError((error) => {
    options.onBug?.(error);
    return answerError(isBusy(error) ? 503 : 500, 'The provider could not answer. Try again.', { 'Retry-After': '5' });
  });

  return {
    app,
    fetch: (request, env) => app.fetch(request, env as object | undefined),
    endStreams: () => feed.close(),
    close() {
      stopSweeping();
      feed.close();
      client.close();
    },
  };
}

/** Another process writes to the same file; this passes. */
function isBusy(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
