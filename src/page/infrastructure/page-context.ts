import { logPath } from '../../../protocol/provider/paths.ts';
import type { PingScope } from './ping.ts';
import type { LogEndpoint } from '../../../protocol/events/log-endpoints.ts';
import type {
  InfrastructureApi,
  InfrastructureSettings,
  ServiceCheckpoint,
} from '../../../protocol/infrastructure/rpc.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import { LOGGED_OUT_IDENTIFIER } from '../../../protocol/infrastructure/user-identifier.ts';
import { readClientInfo, type ClientEnvironment } from './client-info.ts';
import { createEventJournal, NO_JOURNAL, type EventJournal } from './logging/event-journal.ts';
import type { JournalRecoveryOptions } from './logging/journal-recovery.ts';
import type { ViewerServices } from './viewer/viewer-services.ts';

/** The part of the window that the infrastructure uses. */
export interface PageEnvironment extends EventTarget, ClientEnvironment, PingScope {
  readonly location: Pick<Location, 'href' | 'origin' | 'hostname' | 'pathname'> & ClientEnvironment['location'];
  readonly navigator: Pick<Navigator, 'onLine' | 'userAgent'> &
    ClientEnvironment['navigator'] &
    PingScope['navigator'] &
    JournalRecoveryOptions['navigator'];
  readonly localStorage: Storage;
  /** Whether the browser deletes the storage of this frame together with its host page. */
  readonly credentialless?: boolean;
}

export interface PageContextOptions {
  readonly page: PageConfig;
  /** Log endpoint for measurements, where the page's server allows them. */
  readonly collector: string | undefined;
  /** Theme of the page, as its address or the system has it (P3). */
  readonly theme: 'dark' | 'light';
  readonly environment: PageEnvironment;
  /** Messages of errors that were reported before the infrastructure (E4). */
  readonly reportedErrors?: readonly string[] | undefined;
  /** Absent: nothing is stored about the viewer, and no cookies are read. */
  readonly viewer?: Pick<ViewerServices, 'readCookies' | 'objectsToTracking'> | undefined;
}

/** Identity and configuration of this page: endpoints of events, the identity in their storage, and the facts that calls carry. */
export class PageContext {
  /** State for the next service: of the previous service, or of the inline script's error reports. */
  checkpoint: ServiceCheckpoint | undefined;
  /** First part of the id of every event of this page load. */
  readonly sessionId: string;
  readonly clientScreenNonce: string;
  readonly #options: PageContextOptions;
  #settings: PageConfig;
  #client: InfrastructureSettings['client'];

  constructor(options: PageContextOptions, sessionId: string, clientScreenNonce: string) {
    this.clientScreenNonce = clientScreenNonce;
    this.#options = options;
    const { reportedErrors } = options;
    if (reportedErrors !== undefined) this.checkpoint = { reportedErrors, storageEnd: '' };
    this.sessionId = sessionId;
    this.#settings = this.#withPrivacy(options.page);
    this.#client = readClientInfo(options.environment, options.page.context, options.theme);
  }

  get settings(): PageConfig {
    return this.#settings;
  }

  get isPrivate(): boolean {
    return this.#settings.privacy.privateEmbed;
  }

  /** Whether the provider recognises the viewer at the next visit: by the account, or because consent allows it. */
  get recognisesViewer(): boolean {
    return this.#settings.loggedIn || this.checkpoint?.keepsPositions === true;
  }

  /** Whether the page has its configuration, with the viewer's identity and consent. */
  get hasConfig(): boolean {
    return this.#settings.player !== undefined;
  }

  /** Requests the configuration of a page that was served as a plain file, before a service starts. */
  async requestConfig(api: Pick<InfrastructureApi, 'loadPageConfig'>): Promise<Outcome<unknown>> {
    const { environment } = this.#options;
    const configured = await api.loadPageConfig({ ...this.serviceSettings(), address: environment.location.href });
    if (configured.ok) {
      this.#settings = this.#withPrivacy(configured.value);
      this.#client = readClientInfo(environment, configured.value.context, this.#options.theme);
    }
    return configured;
  }

  /**
   * Opens the journal. A private embed stores nothing (P10), nor does a page after too many faults (S12), nor a page whose signed-in
   * viewer has no known id.
   */
  openJournal(): EventJournal {
    const { environment } = this.#options;
    const { privacy, loggedIn, dataSyncId } = this.#settings;
    if (privacy.privateEmbed || this.checkpoint?.storageEnd || (loggedIn && dataSyncId === undefined))
      return NO_JOURNAL;
    return createEventJournal(() => environment.localStorage, dataSyncId ?? LOGGED_OUT_IDENTIFIER, this.sessionId);
  }

  /** Settings for the start of a service, with only a few fields of the first video's response, which may be large. */
  serviceSettings(): InfrastructureSettings {
    const { environment, collector, viewer } = this.#options;
    const { player, playerResponse, ...page } = this.#settings;
    const attestation = playerResponse?.attestation;
    const experiments = player?.args.fflags;
    return {
      page,
      client: this.#client,
      sessionId: this.sessionId,
      clientScreenNonce: this.clientScreenNonce,
      origin: environment.location.origin,
      pathname: environment.location.pathname,
      userAgent: environment.navigator.userAgent,
      cookies: this.readCookies(),
      objectsToTracking: viewer?.objectsToTracking ?? false,
      ...(attestation && { attestation }),
      ...(experiments && { experiments }),
      ...(collector && page.bench && { collector }),
      checkpoint: this.checkpoint,
    };
  }

  readCookies(): string {
    return this.isPrivate ? '' : (this.#options.viewer?.readCookies() ?? '');
  }

  /** The client as beacons carry it; without an identifier in a private embed (P10). */
  clientToShow(): InfrastructureSettings['client'] {
    const { visitorData: _, ...anonymous } = this.#client;
    return this.isPrivate ? anonymous : this.#client;
  }

  logAddress(endpoint: LogEndpoint): string {
    const { addresses, apiVersion, apiKey, bench } = this.#settings;
    return (bench && this.#options.collector) || addresses.api + logPath(endpoint, apiVersion, apiKey);
  }

  /**
   * Applies private-embed mode by configuration, or by the host name that serves the page (P10). A private page has no
   * signed-in user. A credentialless frame is private, too: events in its storage would count as safe, but no later page
   * could send them.
   */
  #withPrivacy(page: PageConfig): PageConfig {
    const { location, credentialless = false } = this.#options.environment;
    const { privacy } = page;
    const privateEmbed =
      privacy.privateEmbed || credentialless || privacy.privateEmbedHosts.includes(location.hostname);
    const settings = { ...page, privacy: { ...privacy, privateEmbed } };
    return privateEmbed ? { ...settings, loggedIn: false, dataSyncId: undefined, authorization: undefined } : settings;
  }
}
