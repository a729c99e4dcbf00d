import { Hono, type Context } from 'hono';
import { except } from 'hono/combine';
import { BOT_DETECTION_SCRIPT_PATH } from './bot-detection/bot-detection.ts';
import { callRoutes } from './calls/call-routes.ts';
import { errorReportRoutes } from './calls/error-report-routes.ts';
import { createHandlers } from './calls/handlers.ts';
import { identityRoutes } from './calls/identity-routes.ts';
import { smallRoutes } from './calls/small-routes.ts';
import { contentOrigins } from './catalog/content-origins.ts';
import { derivedFrom } from './catalog/derived.ts';
import { FileCompressor } from './files/content-encoding.ts';
import { FileFolder } from './files/file-folder.ts';
import { frontendRoutes } from './frontend/frontend-routes.ts';
import { allowedHosts } from './http/allowed-hosts.ts';
import { clientAddress, readClientAddress } from './http/client-address.ts';
import { compressResponses } from './files/compress-responses.ts';
import { errorPages } from './http/error-pages.ts';
import { credentialsMiddleware, preflightMiddleware } from './http/cross-origin.ts';
import { bugResponse, unknownPathResponse } from './last-resort.ts';
import { admitRequests } from './http/limits/admit-requests.ts';
import { RequestAdmission } from './http/limits/request-admission.ts';
import { limitRates } from './security/limit-rates.ts';
import { operatorGate } from './security/operator-gate.ts';
import { oneHost } from './http/one-host.ts';
import { warnOfProxy } from './operations/warn-of-proxy.ts';
import { spreadRetries } from './http/retry-after.ts';
import { securityMiddleware } from './security/security-middleware.ts';
import { logRoutes } from './logs/log-routes.ts';
import { licenseRoutes } from './licenses/license-routes.ts';
import { liveRoutes } from './media/live-routes.ts';
import { mediaRoutes } from './media/media-routes.ts';
import { isOfViewers } from './operations/count-load.ts';
import { observeRequests } from './operations/observe-requests.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { Readiness } from './operations/readiness.ts';
import { bugKind } from './operations/repeated-lines.ts';
import { documentRoutes } from './pages/document-routes.ts';
import { prefixedFrontend } from './frontend/prefixed-frontend.ts';
import { embedRoutes } from './pages/embed-routes.ts';
import { loginRoutes } from './pages/login-routes.ts';
import { oEmbedRoutes } from './pages/oembed-routes.ts';
import { createPublicOrigin } from './pages/public-origin.ts';
import type { Feature, MountedFeature } from './feature.ts';
import type { Provider, ProviderOptions } from './provider-options.ts';
import { installScenarios } from './scenarios.ts';
import { relaxForDevelopment, type PolicyDirectives } from './security/content-security-policy.ts';
import { operatorAccess } from './security/operator-access.ts';
import { DatabaseBusy, rememberCaller } from './storage/fair-database.ts';
import { createServices, type Services } from './services.ts';
import { boundAddresses } from './http/inputs/bound-addresses.ts';

/** Paths that pages of other origins may call. */
const OPEN_PATHS = [
  '/youtubei/*',
  '/error_204',
  '/generate_204',
  '/pagead/id',
  '/getDatasyncIdsEndpoint',
  BOT_DETECTION_SCRIPT_PATH,
];
/** Probes use the address of a process, not its name. */
const PROBE_PATHS = ['/healthz', '/readyz'];
/**
 * The reference provider, in process: a fetch-shaped app over one database and one catalog.
 *
 * @param features In the order of their pages.
 */
export async function createProvider(options: ProviderOptions, features: readonly Feature[] = []): Promise<Provider> {
  const services = await createServices(options, features);
  const { clock, random } = options;
  const { log, metrics, repeatedLines } = services;
  const { pathPrefix } = services;
  const app = new Hono({ strict: true, getPath: pathPrefix.pathOf });
  app.use('*', readClientAddress(options.trustedHops ?? 0));
  if (options.publicOrigin !== undefined && (options.trustedHops ?? 0) === 0) app.use('*', warnOfProxy(log));
  app.use('*', services.traffic.middleware);
  app.use('*', securityMiddleware());
  app.use('*', compressResponses());
  app.use('*', errorPages());
  for (const path of OPEN_PATHS) app.use(path, credentialsMiddleware(options.pageOrigins ?? []));
  app.use('*', services.requests.middleware);
  app.use('*', observeRequests(log, metrics, clock));
  app.use('*', boundAddresses());
  app.use('*', oneHost());
  app.use('*', except(PROBE_PATHS, allowedHosts(options.allowedHosts ?? [], options.publicOrigin ?? '')));
  const { operatorLogin: login, ownOrigin } = services;
  const access = operatorAccess(options.operatorPassword, options.publicOrigin);
  const operatorPaths = ['/provider/api/*', '/metrics', ...features.flatMap((feature) => feature.operatorPaths)];
  for (const path of operatorPaths) app.use(path, operatorGate({ access, login, ownOrigin, pathPrefix }));
  if (options.scenarios === true) installScenarios(app, clock);
  app.use('*', spreadRetries(random));
  app.use('*', limitRates({ ...services, clock }));
  const { defer = (task) => void setImmediate(task) } = options;
  const admission = new RequestAdmission({ clock, defer });
  metrics.gauge('oriel_requests_waiting', 'Requests that wait for their turn.', () => admission.length);
  app.use('*', admitRequests({ ...services, admission, random }));
  app.use('*', rememberCaller(services.callers));
  for (const path of OPEN_PATHS) app.use(path, preflightMiddleware());
  const readiness = createReadiness(options, services);
  operationRoutes(app, { ...services, readiness });
  mountCalls(app, options, services);
  mountPages(app, options, services, features);
  const mounted = await mountFeatures(app, options, services, features);
  app.notFound((context) => unknownPathResponse(context.req.path, pathPrefix));
  app.onError((error, context) => {
    if (error instanceof DatabaseBusy) return services.refusals.respond(context, error.refusal);
    return bugResponse(error, context.req.path, (bug) => {
      options.onBug?.(bug);
      if (isOfViewers(context.req.path)) services.load.add('errors', 1);
      repeatedLines.write(
        { bug: bugKind(bug) },
        { level: 'error', fields: { err: bug }, message: 'a request could not be answered' },
      );
    });
  });
  return {
    app,
    fetch: (request, env) => app.fetch(request, env),
    metrics,
    onRefusal: services.onRefusal,
    mayTakeLong: (path) => mounted.some(({ mayTakeLong }) => mayTakeLong?.(pathPrefix.remove(path)) === true),
    endStreams() {
      readiness.stop();
      for (const { endStreams } of mounted) endStreams?.();
    },
    async close() {
      for (const { close } of mounted) await close?.();
      await services.close();
    },
  };
}

const onlyNode = (): null => null;

async function mountFeatures(
  app: Hono,
  options: ProviderOptions,
  services: Services,
  features: readonly Feature[],
): Promise<MountedFeature[]> {
  const { clock, random, catalog, publicOrigin = '', pricePerGb = null, nodeName = onlyNode } = options;
  const context = { ...services, clock, random, catalog, publicOrigin, pricePerGb, nodeName };
  const mounted: MountedFeature[] = [];
  for (const feature of features) mounted.push(await feature.mount(app, context));
  return mounted;
}

function mountCalls(app: Hono, options: ProviderOptions, services: Services): void {
  const { catalog, clock, random, publicOrigin = '', fetch: request = fetch } = options;
  const { changes, metrics, playbacks } = services;
  callRoutes(app, {
    handlers: createHandlers({ ...services, catalog, clock, publicOrigin: createPublicOrigin(publicOrigin) }),
    ...services,
  });
  logRoutes(app, {
    ...services,
    clock,
    onStored(stored, network) {
      playbacks.add(stored.playbacks, network);
      metrics.events(stored);
      metrics.body(stored.body);
      changes.notify();
    },
  });
  identityRoutes(app, { ...services, random });
  errorReportRoutes(app, { ...services, onStored: changes.notify });
  licenseRoutes(app, { ...services, catalog, clock, fetch: request });
  smallRoutes(app);
}

function mountPages(app: Hono, options: ProviderOptions, services: Services, features: readonly Feature[]): void {
  const { catalog, random, version, publicOrigin = '', bench = false, states = false, nodeName = onlyNode } = options;
  const { shown, pathPrefix } = services;
  const frontend = prefixedFrontend(options.frontend, pathPrefix);
  const origins = derivedFrom(catalog, () => contentOrigins(catalog, bench));
  const compressor = new FileCompressor();
  const adjustPolicy = (directives: PolicyDirectives): PolicyDirectives =>
    options.development === true ? relaxForDevelopment(directives) : directives;
  // Sites that read cards do not resolve relative addresses: without a public origin, cards have the origin of the request.
  const cardOrigin = (context: Context): string => publicOrigin || clientAddress(context).origin;
  const pages = { random, version, bench, catalog: shown, frontend, cardOrigin, adjustPolicy };
  embedRoutes(app, { ...services, origins, ...pages });
  const login = services.operatorLogin;
  const documents = features.flatMap((feature) => feature.documents);
  documentRoutes(app, {
    ...{ frontend, catalog: shown, origins, adjustPolicy, pathPrefix, states, documents, login, nodeName },
  });
  loginRoutes(app, { ...services, login });
  oEmbedRoutes(app, { ...services, catalog: shown, publicOrigin, allowedHosts: options.allowedHosts ?? [] });
  frontendRoutes(app, { frontend, compressor, adjustPolicy, origins });
  const { mediaFolder, followLinks = false } = options;
  mediaRoutes(app, new FileFolder(mediaFolder, { followLinks }), compressor, services.signedMedia);
  liveRoutes(app, { ...services, catalog, clock: options.clock });
}

function createReadiness(
  { catalog, frontend, clock }: ProviderOptions,
  { metrics, bodies, pingDatabase, checkStream }: Services,
): Readiness {
  metrics.gauge('oriel_bodies_open', 'Bodies being read.', () => bodies.budget.bodies);
  metrics.gauge('oriel_body_bytes_held', 'Bytes held of bodies being read.', () => bodies.budget.bytes);
  return new Readiness(
    {
      database: pingDatabase,
      ...(checkStream !== undefined && { stream: checkStream }),
      pages: async () =>
        (await frontend.template('page', '/embed/')) === undefined ? 'The pages are not built.' : undefined,
      catalog: async () => (catalog.videos.size === 0 ? 'The catalog has no videos.' : undefined),
    },
    clock,
  );
}

export type { Provider, ProviderOptions } from './provider-options.ts';
