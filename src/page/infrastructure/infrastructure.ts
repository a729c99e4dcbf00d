import type { EventName, EventPayload } from '../../../protocol/infrastructure/events.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { ErrorPlace } from '../../../protocol/runtime/describe-error.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi, StorageMode, StoredConfig } from '../../../protocol/infrastructure/rpc.ts';

/**
 * The infrastructure service, wherever it runs. Nothing here throws, and every promise settles. Methods that need nothing
 * of the page have the types of `protocol/infrastructure/rpc.ts`.
 */
export interface Infrastructure extends Pick<
  InfrastructureApi,
  'call' | 'flush' | 'privacy' | 'readPreferences' | 'saveData' | 'stateConsent' | 'summariseActivity'
> {
  /** Settles once the service has responded, in the worker or inline. Calls made before wait for it. */
  readonly ready: Promise<InfrastructureMode>;
  /** Nothing may be kept on this device (P10): by configuration, or by the host name that serves the page. */
  readonly isPrivate: boolean;
  /** Nonce of the page's one screen: every call and visual element carries it (C5, L9). */
  readonly clientScreenNonce: string;
  /** First part of the id of every event of this page load. */
  readonly sessionId: string;
  /** Positions of videos may be kept. */
  readonly keepsPositions: boolean;
  /** Takes note of an event and returns at once; the event has its id and is in the mirror from then on. */
  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** Configuration that the server has written into the page, or sent since. Fails while the provider does not respond. */
  loadPageConfig(): Promise<Outcome<PageConfig>>;
  /** Changes one preference; `null` removes it (S9). Keys are word characters. */
  writePreference(key: string, value: string | null): Promise<Outcome<void>>;
  /** Reports anything thrown or rejected on main. Settles when it has been sent, or is not to be. */
  reportError(error: unknown, params?: Readonly<Record<string, string>>, place?: ErrorPlace): Promise<unknown>;
  /** Events without an acknowledgement, as lines: those that only main has. */
  unacknowledged(): readonly string[];
}

export interface InfrastructureMode {
  readonly mode: 'worker' | 'inline';
  /** Why it is inline; empty for a worker. */
  readonly reason: string;
  readonly storage: StorageMode;
  /** The provider's configuration of an earlier page load (S4). */
  readonly config: StoredConfig;
}
