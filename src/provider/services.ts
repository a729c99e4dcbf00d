import { createBotDetection, BOT_DETECTION_SCRIPT_PATH, type BotDetection } from './bot-detection/bot-detection.ts';
import { createBudgets, type Budgets } from './budgets/create-budgets.ts';
import { Senders } from './budgets/senders.ts';
import { ViewerWrites } from './budgets/viewer-writes.ts';
import type { OnRefusal } from './http/refusal.ts';
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
import { ErrorReportStore } from './stores/error-report-store.ts';
import { openStorage } from './storage/storage.ts';
import { readSecretOrMake } from './database/secret.ts';
import type { MostWatchedMoments } from './catalog/most-watched.ts';
import { Retention, startRetention, type Sweep } from './stores/retention.ts';
import { OperatorStore } from './stores/operator-store.ts';
import { ForgottenPersons } from './stores/forgotten-persons.ts';
import { PersonStore } from './stores/person-store.ts';
import { ViewerReportStore } from './stores/viewer-report-store.ts';
import { ViewerStore } from './stores/viewer-store.ts';
import { ViewingStore } from './stores/viewing-store.ts';
import { withCatalog } from './logs/catalog-logs.ts';
import { FairIngest } from './logs/fair-ingest.ts';
import type { LogIngest } from './logs/log-post.ts';
import { ReceivedEventStore } from './logs/received-event-store.ts';
import { createSignedMedia, type SignedMedia } from './media/signed-media.ts';
import { Traffic } from './traffic/traffic.ts';
import { RequestLog } from './operations/request-log.ts';
import { SILENT_LOG, type Log } from './operations/log.ts';
import { AlertBoard } from './operations/alert-board.ts';
import { ALERT_NAMES } from './operations/alerts.ts';
import { Changes } from './operations/changes.ts';
import { countLoad } from './operations/count-load.ts';
import { LoadHistory } from './operations/load-history.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { PlaybackRecord } from './operations/playback-record.ts';
import type { ReadinessCheck } from './operations/readiness.ts';
import { WriteHealth, watchWrites } from './storage/write-health.ts';
import { RefusalRecord } from './operations/refusal-record.ts';
import { RepeatedLines } from './operations/repeated-lines.ts';
import { SignInRecord } from './operations/sign-in-record.ts';
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
export interface Services {
  readonly limits: Limits;
  readonly retention: Retention;
  readonly budgets: Budgets;
  readonly senders: Senders;
  readonly viewerWrites: ViewerWrites;
  readonly bodies: BodyReader;
  readonly log: Log;
  readonly repeatedLines: RepeatedLines;
  readonly metrics: Metrics;
  /** Work of this process in the last hours. */
  readonly load: LoadHistory;
  /** How playing went lately. */
  readonly playbacks: PlaybackRecord;
  /** Conditions that its operator should know of. */
  readonly alerts: AlertBoard;
  /** A limit refused a request: counted, and logged once a minute. */
  readonly onRefusal: OnRefusal;
  readonly refusalRecord: RefusalRecord;
  readonly refusals: Refusals;
  readonly pathPrefix: PathPrefix;
  /** The catalog with the addresses that pages request. */
  readonly shown: Catalog;
  /** Resolves when the database responds. */
  readonly pingDatabase: ReadinessCheck;
  /** Resolves when the stream in front of it does, where there is one. */
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
  readonly receivedEvents: ReceivedEventStore;
  /** Absent where the server counts no views. */
  readonly mostWatched: MostWatchedMoments | undefined;
  readonly reports: ErrorReportStore;
  readonly viewers: ViewerStore;
  /** What is stored of one person. */
  readonly persons: PersonStore;
  readonly forgotten: ForgottenPersons;
  /** What viewers reported about videos. */
  readonly viewerReports: ViewerReportStore;
  readonly viewing: ViewingStore;
  readonly database: Database;
  readonly requests: RequestLog;
  /** Bytes that are sent. */
  readonly traffic: Traffic;
  readonly changes: Changes;
  readonly close: () => Promise<void>;
}

/** Reports of the moments that viewers watched most. */
export interface MostWatchedReports {
  /** Before the id of a video, of the picture that pages lay over their bar. */
  readonly path: string;
  readonly open: (context: {
    readonly database: Database;
    readonly catalog: Catalog;
    readonly clock: Clock;
  }) => MostWatchedMoments;
}

/** The part of the features that the provider itself has a use for. */
type KnownFeatures = readonly { readonly sweep?: Sweep; readonly mostWatched?: MostWatchedReports }[];

export async function createServices(options: ProviderOptions, features: KnownFeatures): Promise<Services> {
  const { catalog, clock, random, operatorPassword } = options;
  const { openStorage: open = openStorage, databaseUrl: url, databaseAuthToken: authToken, natsUrl } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const writes = new WriteHealth(clock);
  const storage = watchWrites(await open({ url, authToken, natsUrl }, clock, limits), writes);
  const { database, queuedCalls, checkStream } = storage;
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
  const viewers = new ViewerStore(database, clock);
  const viewerReports = new ViewerReportStore(database, clock);
  const changes = new Changes();
  const log = options.log ?? SILENT_LOG;
  const repeatedLines = new RepeatedLines(log, clock);
  const load = new LoadHistory(clock);
  const metrics = countLoad(createMetrics(options.processMetrics === true), load);
  metrics.counter('oriel_write_failures_total', 'Writes that the database did not take.', () => writes.failures);
  metrics.gauge('oriel_database_calls_waiting', 'Calls that the database has not answered.', queuedCalls);
  metrics.gauge('oriel_logs_waiting', 'Bodies of events that wait for room in the database.', () => fairLogs.length);
  const refusalRecord = new RefusalRecord({ clock, log, metrics });
  const onRefusal = refusalRecord.add;
  const signIns = new SignInRecord({ clock, metrics, repeatedLines, onRefusal });
  const budgets = createBudgets(database, clock, limits.databaseMaxBytes, (rows) => load.add('shedRows', rows));
  const { admission } = budgets;
  const botDetection = createBotDetection({ database, admission, signer, clock, random });
  const senders = await Senders.open({ database, clock, random });
  metrics.budgets(() => budgets.latest());
  const playbacks = new PlaybackRecord(clock);
  const alerts = new AlertBoard({
    clock,
    log,
    situation: () => ({
      writes: writes.state,
      writeProblem: writes.problem,
      writeFailures: writes.failures,
      budgets: budgets.latest(),
      load,
      catalogProblems: catalog.problems.length,
      refusals: refusalRecord.lately(),
      failedSignIns: signIns.failedLately(),
      playbacks: playbacks.lately(),
      openReports: viewerReports.open,
    }),
    tally: (sources) => (sources === 'refusals' ? refusalRecord : signIns).tally(),
  });
  metrics.alerts(ALERT_NAMES, () => alerts.raised().map(({ name }) => name));
  const persons = new PersonStore(database, clock);
  const forgotten = new ForgottenPersons({ database, persons, random, path: options.forgottenPath });
  const sweeps = [...features.flatMap(({ sweep }) => sweep ?? []), () => forgotten.applyList()];
  const retention = new Retention({ database, clock, limits, budgets, sweeps });
  const onSweepProblem = (error: unknown): void =>
    repeatedLines.write(
      { kind: 'retention' },
      { level: 'error', fields: { err: error }, message: 'a sweep of the database failed' },
    );
  // The database may be a backup that has been restored.
  await forgotten.applyList().catch(onSweepProblem);
  const stopRetention = startRetention(retention, clock, onSweepProblem);
  const stopLooking = viewerReports.follow();
  const reports = features.find((feature) => feature.mostWatched)?.mostWatched;
  const mostWatched = reports?.open({ database, catalog, clock });
  const lifetimeMs = limits.signedMediaSeconds * 1_000;
  const signedMedia = createSignedMedia({ signer, clock, catalog, lifetimeMs, pathPrefix });
  return {
    limits,
    budgets,
    senders,
    viewerWrites: new ViewerWrites({ admission, viewers, senders, limits, clock }),
    pathPrefix,
    shown,
    bodies: new BodyReader(limits, clock, { onRead: (body) => metrics.body(body), onRefusal }),
    log,
    repeatedLines,
    metrics,
    load,
    playbacks,
    alerts,
    onRefusal,
    refusalRecord,
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
            ended: new OperatorStore(database),
            onAttempt: signIns.add,
          }),
    tokens,
    viewers,
    logs,
    receivedEvents: new ReceivedEventStore(database),
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
    reports: new ErrorReportStore(database, clock),
    viewerReports,
    persons,
    forgotten,
    viewing: new ViewingStore(database, clock),
    database,
    requests: new RequestLog(clock, changes.notify),
    traffic: new Traffic({ catalog, metrics, senders, ownOrigin, clock }),
    changes,
    close() {
      repeatedLines.close();
      refusalRecord.close();
      alerts.close();
      stopRetention();
      stopLooking();
      return storage.close();
    },
  };
}
