import type { ErrorRecord, ThreadName } from '../threads/error-record.ts';
import type { LifecycleState, VisibilityState } from '../threads/lifecycle-states.ts';
import type { Outcome } from '../runtime/outcome.ts';
import type { PageConfig } from '../page/page-config.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../provider/endpoints.ts';
import type { ActivitySummary } from '../recording/activity.ts';
import type { ThreadSpans } from '../recording/thread-spans.ts';
import type { PlayerResponse } from '../provider/player-response.ts';
import type { ClientInfo, LocalTime, LocationInfo, StoredTokenJar } from '../provider/request-context.ts';
import type { Consent } from '../privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../privacy/privacy-report.ts';

/**
 * The page's interface to the infrastructure worker. Every argument and result is plain data; expected failures are
 * `Outcome`s, because an error that crosses threads loses its code. Every call has a deadline on the caller's side.
 */
export interface InfrastructureApi {
  /** Resolves as soon as the worker runs. */
  ping(): 'ready' | Promise<'ready'>;

  /** Called once, before every other method except `ping` and `loadPageConfig`. */
  start(settings: InfrastructureSettings, hooks?: PageHooks): Promise<Outcome<InfrastructureReport>>;

  /**
   * Stores events: one `WireEvent` as JSON text a line, serialised once on main and sent unchanged. Succeeds when all
   * of them are durable (IndexedDB transaction complete), or delivered where there is no storage; never waits for the
   * network otherwise. `lostCount` is the number of events that main dropped since its last call.
   */
  logEvents(lines: string, lostCount?: number): Promise<Outcome<{ handedOverCount: number; mode: StorageMode }>>;

  /** Sends everything that is queued, until nothing more can be sent. */
  flush(): Promise<Outcome<FlushReport>>;

  /** One call to the provider (N3), with context, headers and response handling. */
  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>>;

  /**
   * Fetches the configuration of a page that was served without it; all its addresses are absolute. Called before `start`, which
   * needs its viewer and consent.
   */
  loadPageConfig(settings: InfrastructureSettings): Promise<Outcome<PageConfig>>;

  /** Reports an error of any thread, already cut to size (E4). */
  reportError(report: ErrorReport): Promise<Outcome<void>>;

  /** Reads all preferences, or changes one; `null` removes it (S9). `cookies` is the current `document.cookie`. */
  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>>;
  writePreference(key: string, value: string | null, cookies: string): Promise<Outcome<void>>;

  /** Consent of the host page: a later statement replaces an earlier statement, and never overrides the viewer's signals. */
  stateConsent(consent: Consent): Promise<Outcome<void>>;

  /** Turns data saving on or off: while it is on, events wait longer for their request. */
  saveData(isOn: boolean): Promise<Outcome<void>>;

  /** Reads files to their end, with the lowest priority, so that the browser's cache keeps them. A failure has no consequence. */
  cacheFiles(addresses: readonly string[]): Promise<Outcome<void>>;

  /** Erases the items of the request, then reports the level of consent and the stored data. */
  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>>;

  /** How loading the ad-status script ended (P12). */
  adStatusKnown(status: AdStatus): void | Promise<void>;

  /** Spans that this service has recorded since `sinceSequence`, within the last `lastMs` milliseconds. */
  readSpans(sinceSequence?: number, lastMs?: number): Promise<Outcome<ThreadSpans>>;

  /** Begins to write this service's spans as tracks for developer tools, on its own thread. Returns whether it writes them. */
  writeTracks(): boolean | Promise<boolean>;

  /** Summary of the recent work of all threads of the page. */
  summariseActivity(): Promise<Outcome<ActivitySummary>>;

  /** Lifecycle changes, which the worker cannot observe. */
  lifecycleChanged(change: LifecycleChange): void | Promise<void>;
}

/** Services that only main can provide. The service relies on no response except that of `writeCookie`. */
export interface PageHooks {
  /** Requests the viewer's location from the browser (B7). */
  askLocation(timeoutMs: number, maximumAgeMs: number): Promise<LocationInfo>;
  /** A complete cookie without its security attributes, which main adds (S9). Settles once it is written. */
  writeCookie(name: string, value: string, maxAgeSeconds: number): void | Promise<void>;
  /** Keeps a checkpoint; a service that replaces this service on the page receives it in its settings. */
  saveCheckpoint(checkpoint: ServiceCheckpoint): void | Promise<void>;
  /** Spans that the other threads of the page have recorded in the last `lastMs` milliseconds. */
  readSpans(lastMs: number): Promise<readonly ThreadSpans[]>;
}

/** State of the page that survives the replacement of its service. Kept only in memory, whatever the viewer consents to. */
export interface ServiceCheckpoint {
  /** Messages of the errors that were reported (E4). */
  readonly reportedErrors: readonly string[];
  /** Why this page stores nothing more; empty while it stores (S12). */
  readonly storageEnd: string;
  /** Storage faults so far; at a limit the page stores nothing more (S12). */
  readonly storageFaultCount?: number;
  /** Compressions that took too long (N20). */
  readonly slowCompressionCount?: number;
  /** Token jar of the latest response that had one (N18). */
  readonly tokenJar?: StoredTokenJar;
  readonly locationToken?: string | undefined;
  /** Statement of the host page about consent. */
  readonly consent?: Consent | undefined;
  /** Whether positions at which videos were left may be kept. */
  readonly keepsPositions?: boolean;
}

export const AD_STATUSES = ['loaded', 'blocked', 'timed_out'] as const;
export type AdStatus = (typeof AD_STATUSES)[number];

export type StorageMode = 'indexeddb' | 'memory';

export interface InfrastructureSettings {
  readonly page: Omit<PageConfig, 'playerResponse' | 'player'>;
  readonly client: Omit<ClientInfo, 'connectionType' | keyof LocalTime>;
  /** 128 bits as hexadecimal; also the first part of every client event id. */
  readonly sessionId: string;
  /** Nonce of the page's only screen (C5, L9). */
  readonly clientScreenNonce: string;
  /** Origin of the page, to resolve relative addresses against. */
  readonly origin: string;
  /** Path of the page. Reports name it without the query, which belongs to the host (N14). */
  readonly pathname: string;
  /** Address of a page that was served as a plain file. */
  readonly address?: string;
  readonly userAgent: string;
  /** `document.cookie` at the start; empty where cookies are refused. */
  readonly cookies: string;
  /** The viewer opts out of tracking by Global Privacy Control. */
  readonly objectsToTracking: boolean;
  /** Feature flags as `name=value` pairs joined by commas (P4). */
  readonly experiments?: string | undefined;
  /** The bot-detection data of the player response inlined in the page (B1). */
  readonly attestation?: BotAttestation | undefined;
  /** Checkpoint of an earlier service of this page. */
  readonly checkpoint?: ServiceCheckpoint | undefined;
  /** Replaces the log endpoint; only in bench mode. */
  readonly collector?: string | undefined;
}

/** Parameters of the bot-detection script (B1). */
export type BotAttestation = NonNullable<PlayerResponse['attestation']>;

export interface InfrastructureReport {
  readonly storage: StorageMode;
  readonly storageReason: string;
  /** The latest configuration stored by an earlier page load, hot and cold (S4). */
  readonly config?: StoredConfig;
}

export interface StoredConfig {
  readonly hot?: unknown;
  readonly cold?: unknown;
}

export interface FlushReport {
  readonly sentEvents: number;
  readonly sentBytes: number;
  /** Still stored, to be sent later. */
  readonly remainingEvents: number;
}

export interface CallOptions {
  /** `apiUrl` of command metadata (N3). */
  readonly path?: string | undefined;
  readonly clickTrackingParams?: string | undefined;
  readonly timeoutMs?: number;
}

export interface ErrorReport {
  readonly record: ErrorRecord;
  readonly severity: 'error' | 'warning';
  readonly thread: ThreadName;
}

export interface LifecycleChange {
  readonly lifecycle: LifecycleState;
  readonly visibility: VisibilityState;
  readonly online: boolean;
}

/**
 * Exports of the worker's module, so that the same file runs inline on a page without workers. It exposes itself over
 * Comlink only in a worker.
 */
export interface InfrastructureModule {
  /** `stop` is for a service that runs on main; a worker is terminated instead. */
  readonly createInfrastructure: () => InfrastructureApi & { stop(): void };
}
