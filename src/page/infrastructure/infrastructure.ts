import type { EventName, EventPayload } from '../../../protocol/events/events.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { ErrorPlace } from '../../../protocol/runtime/describe-error.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { CallOptions, FlushReport, StorageMode, StoredConfig } from '../../../protocol/infrastructure/rpc.ts';
import type { Consent } from '../../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../../protocol/privacy/privacy-report.ts';
import type { ActivitySummary } from '../../../protocol/recording/activity.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../../protocol/provider/endpoints.ts';
import type { DeferredJob } from './viewer/deferred-work.ts';

/** The infrastructure service, wherever it runs. No method throws, and every promise settles. */
export interface Infrastructure {
  /** Settles once the service has responded, in the worker or inline. Earlier calls wait for it. */
  readonly ready: Promise<InfrastructureMode>;
  /** Nothing may be kept on this device (P10): by configuration, or by the host name that serves the page. */
  readonly isPrivate: boolean;
  /** Nonce of the page's only screen: every call and visual element carries it (C5, L9). */
  readonly clientScreenNonce: string;
  /** First part of the id of every event of this page load. */
  readonly sessionId: string;
  /** Whether the provider recognises the viewer at the next visit: by the account, or because consent allows it. */
  readonly recognisesViewer: boolean;
  /** Whether positions of videos may be stored. */
  readonly keepsPositions: boolean;
  /** Logs an event and returns at once; from then on the event has its id and is kept until it is acknowledged. */
  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** If the page's configuration is still missing after a failure, requests it again first. */
  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>>;
  /** Configuration that the server has written into the page, or sent since. Fails while the provider does not respond. */
  loadPageConfig(): Promise<Outcome<PageConfig>>;
  /** Changes one preference; `null` removes it (S9). Keys are word characters. */
  writePreference(key: string, value: string | null): Promise<Outcome<void>>;
  /** Reports any value that was thrown or rejected on main. Settles when the report has been sent or dropped. */
  reportError(error: unknown, params?: Readonly<Record<string, string>>, place?: ErrorPlace): Promise<unknown>;
  /** Runs deferred work of main in the scheduler, once the service runs (X5). */
  defer(...job: DeferredJob): void;
  flush(): Promise<Outcome<FlushReport>>;
  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>>;
  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>>;
  saveData(isOn: boolean): Promise<Outcome<void>>;
  stateConsent(consent: Consent): Promise<Outcome<void>>;
  /** Loads files into the browser's cache, with the lowest priority and in the worker. A failure has no consequence. */
  cacheFiles(addresses: readonly string[]): Promise<Outcome<void>>;
  summariseActivity(): Promise<Outcome<ActivitySummary>>;
  /** Events without an acknowledgement, as lines: possibly only main has them. */
  unacknowledged(): readonly string[];
}

export interface InfrastructureMode {
  readonly mode: 'worker' | 'inline';
  /** Why the service runs inline; empty for a worker. */
  readonly reason: string;
  readonly storage: StorageMode;
  /** The provider's configuration of an earlier page load (S4). */
  readonly config: StoredConfig;
}
