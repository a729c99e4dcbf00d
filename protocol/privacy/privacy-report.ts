import type { Consent, ConsentLevel } from './consent.ts';
import type { Contact } from './contacts.ts';

/** Done first, then reported on. */
export interface PrivacyRequest {
  /** Names of databases and cookies. What is deleted of events is sent before; none is stored again by this page. */
  readonly erase?: readonly string[];
  /** Whether the provider is requested to delete its data of this viewer and of this page. */
  readonly erasesViewer?: boolean;
  /** The provider is asked which cookies it sees; else that list is empty. */
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
  /** Names of the cookies that came with a call, so that those which scripts cannot read are known, too. */
  readonly cookies: readonly string[];
  readonly contacts: readonly Contact[];
  /** False where the provider was asked to delete something, and has not. */
  readonly isErased: boolean;
}

export interface StoredDatabase {
  readonly name: string;
  /** Number of records by object store. */
  readonly stores: Readonly<Record<string, number>>;
}
