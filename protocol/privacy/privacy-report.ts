import type { Consent, ConsentLevel } from './consent.ts';
import type { Contact } from './contacts.ts';

/** Deletions that the service makes before it reports. */
export interface PrivacyRequest {
  /** Names of databases and cookies. Stored events are sent before they are deleted, and this page stores no more of them. */
  readonly erase?: readonly string[];
  /** Whether the provider is requested to delete its data of this viewer and of this page. */
  readonly erasesViewer?: boolean;
  /** Whether the provider is requested to list the cookies that it receives; without the request `cookies` is empty. */
  readonly asksProvider?: boolean;
}

/** Storage that this viewer allows, and facts that only the service can read. */
export interface PrivacyReport {
  readonly level: ConsentLevel;
  /** The most that the viewer's own signals allow. */
  readonly ceiling: ConsentLevel;
  /** Signal of the browser: Global Privacy Control. */
  readonly objects: boolean;
  /** The viewer's own choice; `null` without one. */
  readonly choice: Consent | null;
  /** Level that applies without a choice of the viewer. */
  readonly siteDefault: ConsentLevel;
  /** Viewer, browser, host, address or configuration have decided; else the default applies. */
  readonly isStated: boolean;
  readonly databases: readonly StoredDatabase[];
  /** Names of the cookies that came with a call, including cookies that scripts cannot read. */
  readonly cookies: readonly string[];
  readonly contacts: readonly Contact[];
  /** False if the provider has not deleted data that it was requested to delete. */
  readonly isErased: boolean;
}

export interface StoredDatabase {
  readonly name: string;
  /** Number of records by object store. */
  readonly stores: Readonly<Record<string, number>>;
}
