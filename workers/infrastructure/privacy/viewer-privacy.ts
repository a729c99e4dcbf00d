import type { PageHooks } from '../../../protocol/infrastructure/rpc.ts';
import { allows, type Consent, type ConsentLevel } from '../../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../../protocol/privacy/privacy-report.ts';
import { CONFIG_DATABASE_PREFIX, POSITIONS_ENTRY } from '../../../protocol/privacy/stored-names.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { Session } from '../context/session.ts';
import type { Environment } from '../environment.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { IdentityParts } from '../identity/identity-parts.ts';
import type { ViewerLog } from '../logging/viewer-log.ts';
import type { Cookies } from '../preferences/page-cookies.ts';
import type { StorageFaults } from '../storage/storage-faults.ts';
import type { ProviderCalls } from '../transport/provider-calls.ts';
import type { ResponseContexts } from '../transport/response-contexts.ts';
import { attemptNow } from '../storage/attempt.ts';

/** Limit of the wait for a database that another page holds open or upgrades. */
const DATABASE_TIMEOUT_MS = 2_000;

export interface ViewerPrivacyOptions {
  readonly environment: Environment;
  readonly session: Session;
  readonly hooks: PageHooks | undefined;
  readonly calls: ProviderCalls;
  readonly checkpoint: Checkpoint;
  readonly cookies: Cookies;
  readonly faults: StorageFaults;
  readonly identity: IdentityParts;
  readonly log: Pick<ViewerLog, 'leaveDisk'>;
  readonly responses: Pick<ResponseContexts, 'consentChanged'>;
}

/** Erases data that may not be kept: at the start, and whenever viewer or host change their consent. */
export class ViewerPrivacy {
  readonly #options: ViewerPrivacyOptions;
  #identifier = '';
  #level: ConsentLevel;

  constructor(options: ViewerPrivacyOptions) {
    this.#options = options;
    this.#level = options.session.consent.level;
  }

  /** `identifier` is the identity that the databases belong to. */
  begin(identifier: string): void {
    this.#identifier = identifier;
    this.#enforce();
  }

  changed(): void {
    const { identity, cookies, calls, session, responses } = this.#options;
    const { level } = session.consent;
    const before = this.#level;
    if (level === before) return;
    this.#level = level;
    this.#enforce();
    cookies.showLocationToken();
    void identity.visitorId.run();
    void responses.consentChanged();
    if (allows(before, 'visitor') && !allows(level, 'visitor')) void calls.call('privacy', { forget: true });
  }

  stateConsent(message: Consent): void {
    this.#options.session.consent.state({ message });
    this.changed();
  }

  /** The code that lists and erases is loaded at the first request. */
  async report(request: PrivacyRequest): Promise<Outcome<PrivacyReport>> {
    const { reportPrivacy } = await import('./report-privacy.ts');
    const { clock } = this.#options.environment;
    const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
      withDeadline(work, { clock, limitMs: DATABASE_TIMEOUT_MS, late: () => undefined });
    return succeed(await reportPrivacy({ ...this.#options, inTime }, request));
  }

  #enforce(): void {
    const { session, hooks, checkpoint, cookies, environment } = this.#options;
    const { consent } = session;
    checkpoint.noteConsent(consent.statements.message, consent.allows('positions'));
    // Main removes an entry of this name along with the cookie.
    if (consent.forbids('positions')) void hooks?.writeCookie(POSITIONS_ENTRY, '', 0);
    if (consent.forbids('location')) cookies.forgetLocation();
    if (consent.forbids('configuration'))
      attemptNow(() =>
        environment.indexedDB()?.deleteDatabase(CONFIG_DATABASE_PREFIX + encodeURIComponent(this.#identifier)),
      );
  }
}
