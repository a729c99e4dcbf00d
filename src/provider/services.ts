import { AsyncLocalStorage } from 'node:async_hooks';
import { createBotDetection, BOT_DETECTION_SCRIPT_PATH, type BotDetection } from './bot-detection/bot-detection.ts';
import { createBudgets, type Budgets } from './budgets/create-budgets.ts';
import { Senders } from './budgets/senders.ts';
import { ViewerWrites } from './budgets/viewer-writes.ts';
import { Refusals } from './http/refusals.ts';
import { BodyReader } from './http/limits/body-reader.ts';
import type { Clock } from '../../protocol/runtime/clock.ts';
import type { Catalog } from './catalog/catalog.ts';
import { prefixedCatalog } from './catalog/prefixed-catalog.ts';
import { createPathPrefix, type PathPrefix } from './http/path-prefix.ts';
import { createLocationTokens } from './calls/player/location.ts';
import { ViewersWithDeadline } from './calls/player/viewers-with-deadline.ts';
import { protectionForPage } from './licenses/license-address.ts';
import { PlayerResponses } from './calls/player/player-responses.ts';
import { createResponseContexts, type ResponseContexts } from './calls/response-contexts.ts';
import type { Database } from './database/database.ts';
import { openStorage } from './storage/storage.ts';
import { readSecretOrMake } from './database/secret.ts';
import type { MostWatchedMoments } from './catalog/most-watched.ts';
import { Retention, startRetention, type Sweep } from './stores/retention.ts';
import { OperatorStore } from './stores/operator-store.ts';
import { createStores, type Stores } from './create-stores.ts';
import { withCatalog } from './logs/catalog-logs.ts';
import { FairIngest } from './logs/fair-ingest.ts';
import type { LogIngest } from './logs/log-post.ts';
import { createSignedMedia, type SignedMedia } from './media/signed-media.ts';
import { Traffic } from './traffic/traffic.ts';
import { RequestLog } from './operations/request-log.ts';
import { SILENT_LOG } from './operations/log.ts';
import { createOperations, type Operations } from './create-operations.ts';
import { Changes } from './operations/changes.ts';
import { LoadHistory } from './operations/load-history.ts';
import type { ReadinessCheck } from './operations/readiness.ts';
import { FairDatabase, type Caller, type Callers } from './storage/fair-database.ts';
import { WriteHealth, watchWrites } from './storage/write-health.ts';
import type { ProviderOptions } from './provider-options.ts';
import { DEFAULT_LIMITS, type Limits } from './settings/limits.ts';
import { OperatorLogin } from './security/operator-login.ts';
import { createOwnOrigin, type OwnOrigin } from './security/own-origin.ts';
import { signInOf } from './security/sign-in.ts';
import { createSigner, type Signer } from './security/signer.ts';
import { createVideoTokens, type VideoTokens } from './security/video-tokens.ts';
import { createViewers, type Viewers } from './security/viewers.ts';
import { createVisitorCookie, type VisitorCookie } from './security/visitor-cookie.ts';
import { createVisitors, type Visitors } from './security/visitors.ts';
import { createXsrfTokens, type XsrfTokens } from './security/xsrf.ts';

/** Shared by the routes: stores over one database, tokens under one key. */
export interface Services extends Omit<Operations, 'close'>, Stores {
  readonly limits: Limits;
  readonly retention: Retention;
  readonly budgets: Budgets;
  readonly senders: Senders;
  readonly viewerWrites: ViewerWrites;
  readonly bodies: BodyReader;
  readonly refusals: Refusals;
  readonly pathPrefix: PathPrefix;
  /** The catalog with the addresses that pages request. */
  readonly shown: Catalog;
  /** Resolves when the database responds. */
  readonly pingDatabase: ReadinessCheck;
  /** Resolves when the stream in front of the database responds; absent without a stream. */
  readonly checkStream: ReadinessCheck | undefined;
  readonly signer: Signer;
  readonly visitors: Visitors;
  readonly visitorCookie: VisitorCookie;
  readonly viewerOf: Viewers['of'];
  readonly userOf: Viewers['userOf'];
  readonly authorizationOf: Viewers['authorizationOf'];
  readonly isKnownByBrowser: Viewers['isKnownByBrowser'];
  readonly ownOrigin: OwnOrigin;
  readonly operatorLogin: OperatorLogin | undefined;
  readonly xsrf: XsrfTokens;
  readonly tokens: VideoTokens;
  readonly signedMedia: SignedMedia;
  readonly botDetection: BotDetection;
  readonly responseContexts: ResponseContexts;
  readonly players: PlayerResponses;
  readonly logs: LogIngest;
  /** Absent where the server counts no views. */
  readonly mostWatched: MostWatchedMoments | undefined;
  /** The database without the queue of clients: for upkeep, and pages of operators. */
  readonly database: Database;
  readonly callers: Callers;
  readonly requests: RequestLog;
  /** Counts sent bytes. */
  readonly traffic: Traffic;
  readonly changes: Changes;
  readonly close: () => Promise<void>;
}

/** Reports of the moments that viewers watched most. */
export interface MostWatchedReports {
  /** Path of the picture that pages lay over their bar, up to the id of the video. */
  readonly path: string;
  readonly open: (context: {
    readonly database: Database;
    readonly catalog: Catalog;
    readonly clock: Clock;
  }) => MostWatchedMoments;
}

/** The fields of features that the provider itself uses. */
type KnownFeatures = readonly { readonly sweep?: Sweep; readonly mostWatched?: MostWatchedReports }[];

export async function createServices(options: ProviderOptions, features: KnownFeatures): Promise<Services> {
  const { catalog, clock, random, operatorPassword } = options;
  const { openStorage: open = openStorage, databaseUrl: url, databaseAuthToken: authToken, natsUrl } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const writes = new WriteHealth(clock);
  const storage = watchWrites(await open({ url, authToken, natsUrl }, clock, limits), writes);
  const { database, queuedCalls, checkStream } = storage;
  const callers = new AsyncLocalStorage<Caller>();
  const fairDatabase = new FairDatabase({ database, callers, clock, limits });
  const fairLogs = new FairIngest({ logs: storage.logs, clock, limits });
  const logs = withCatalog(fairLogs, catalog);
  const pathPrefix = createPathPrefix(options.pathPrefix ?? '');
  const shown = prefixedCatalog(catalog, pathPrefix);
  const signer = createSigner(await readSecretOrMake(database, random));
  const visitors = createVisitors(signer, random);
  const ownOrigin = createOwnOrigin(options.publicOrigin ?? '', options.pageOrigins);
  const { of, userOf, authorizationOf, isKnownByBrowser } = createViewers(
    visitors,
    signInOf(options, signer),
    ownOrigin,
  );
  const tokens = createVideoTokens(signer, clock, random);
  const stores = createStores({ database, fairDatabase, clock, random, forgottenPath: options.forgottenPath });
  const { viewers, viewerReports, forgotten } = stores;
  const changes = new Changes();
  const load = new LoadHistory(clock);
  const budgets = createBudgets(database, clock, limits.databaseMaxBytes, (rows) => load.add('shedRows', rows));
  const operations = createOperations({
    ...{ clock, load, writes, budgets, catalog, viewerReports, forgotten },
    log: options.log ?? SILENT_LOG,
    processMetrics: options.processMetrics === true,
    queuedCalls: () => queuedCalls() + fairDatabase.length,
    queuedLogs: () => fairLogs.length,
  });
  const { metrics, onRefusal, repeatedLines, signIns } = operations;
  const { admission } = budgets;
  const botDetection = createBotDetection({ database: fairDatabase, admission, signer, clock, random });
  const senders = await Senders.open({ database, clock, random });
  const sweeps = [...features.flatMap(({ sweep }) => sweep ?? []), () => forgotten.applyList()];
  const retention = new Retention({ database, clock, limits, budgets, sweeps });
  const onSweepProblem = (error: unknown): void =>
    repeatedLines.write(
      { kind: 'retention' },
      { level: 'error', fields: { err: error }, message: 'a sweep of the database failed' },
    );
  // The database may be a restored backup, which still has forgotten persons.
  await forgotten.applyList().catch(onSweepProblem);
  const stopRetention = startRetention(retention, clock, onSweepProblem);
  const stopLooking = viewerReports.follow();
  const reports = features.find((feature) => feature.mostWatched)?.mostWatched;
  const mostWatched = reports?.open({ database, catalog, clock });
  const lifetimeMs = limits.signedMediaSeconds * 1_000;
  const signedMedia = createSignedMedia({ signer, clock, catalog, lifetimeMs, pathPrefix });
  return {
    ...operations,
    ...stores,
    limits,
    budgets,
    senders,
    viewerWrites: new ViewerWrites({ admission, viewers, senders, limits, clock }),
    pathPrefix,
    shown,
    bodies: new BodyReader(limits, clock, { onRead: (body) => metrics.body(body), onRefusal }),
    refusals: new Refusals({ random, onRefusal }),
    pingDatabase: async () => void (await database.execute('SELECT 1')),
    checkStream: natsUrl === undefined ? undefined : async () => void (await checkStream()),
    retention,
    signedMedia,
    signer,
    visitors,
    visitorCookie: createVisitorCookie(signer, () => catalog.site, ownOrigin),
    viewerOf: of,
    userOf,
    authorizationOf,
    ownOrigin,
    isKnownByBrowser,
    operatorLogin:
      operatorPassword === undefined
        ? undefined
        : new OperatorLogin({
            password: operatorPassword,
            signer,
            clock,
            random,
            ended: new OperatorStore(database, clock),
            onAttempt: signIns.add,
          }),
    tokens,
    logs,
    botDetection,
    xsrf: createXsrfTokens(signer, clock),
    responseContexts: createResponseContexts({ signer, clock, visitors, catalog }),
    players: new PlayerResponses({
      catalog: shown,
      tokens,
      viewers: new ViewersWithDeadline(viewers, clock),
      signedMedia,
      protectionForPage: protectionForPage({ tokens, clock, lifetimeMs, pathPrefix }),
      locationTokens: createLocationTokens(signer),
      mostWatched: reports && mostWatched && { moments: mostWatched, path: pathPrefix.add(reports.path) },
      attestation: () => ({
        scriptUrl: pathPrefix.add(BOT_DETECTION_SCRIPT_PATH),
        program: botDetection.createProgram(),
      }),
    }),
    mostWatched,
    database,
    callers,
    requests: new RequestLog(clock, changes.notify),
    traffic: new Traffic({ catalog, metrics, senders, ownOrigin, clock }),
    changes,
    close() {
      operations.close();
      stopRetention();
      stopLooking();
      return storage.close();
    },
  };
}
