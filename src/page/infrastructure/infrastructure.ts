import type { EventName, EventPayload } from '../../../protocol/infrastructure/events.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Consent } from '../../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../../protocol/privacy/privacy-report.ts';
import type { ActivitySummary } from '../../../protocol/profiling/activity.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../../protocol/provider/endpoints.ts';
import type { CallOptions, FlushReport, StorageMode, StoredConfig } from '../../../protocol/infrastructure/rpc.ts';

/**
 * What the page knows of the infrastructure service, wherever it runs. Nothing here throws, and every promise settles.
 */
export interface Infrastructure {
  /** Settles once the service has answered, in the worker or inline. Calls made before wait for it. */
  readonly ready: Promise<InfrastructureMode>;
  /** Nothing may be kept on this device (P10): by configuration, or by the host name that serves the page. */
  readonly isPrivate: boolean;
  /** Of the page's one screen: every call and visual element carries it (C5, L9). */
  readonly clientScreenNonce: string;
  /** First part of the id of every event of this page load. */
  readonly sessionId: string;
  /** Takes note of an event and returns at once; the event has its id and is in the mirror from then on. */
  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>>;
  /** What the server has written into the page, or told it since. Fails while the provider does not answer. */
  loadPageConfig(): Promise<Outcome<PageConfig>>;
  /** S9: all preferences of the viewer, and one change; `null` forgets it. Keys are word characters. */
  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>>;
  writePreference(key: string, value: string | null): Promise<Outcome<void>>;
  /** What the host page says of consent. */
  stateConsent(consent: Consent): Promise<Outcome<void>>;
  /** What may be kept of the viewer, and what is; erases something before. */
  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>>;
  /** Where videos were left may be kept. */
  readonly keepsPositions: boolean;
  /** Anything thrown or rejected on main, and problems worth a report. */
  /** Settles when it has been sent, or is not to be. */
  reportError(error: unknown, params?: Readonly<Record<string, string>>): Promise<unknown>;
  /** What the threads of the page have been doing lately. */
  summariseActivity(): Promise<Outcome<ActivitySummary>>;
  /** Hands over and sends everything now. */
  flush(): Promise<Outcome<FlushReport>>;
  /** Events without an acknowledgement, as lines: those that only main has. */
  unacknowledged(): readonly string[];
}

export interface InfrastructureMode {
  readonly mode: 'worker' | 'inline';
  /** Why it is inline; empty for a worker. */
  readonly reason: string;
  readonly storage: StorageMode;
  /** S4: what the provider configured at an earlier page load. */
  readonly config: StoredConfig;
}
