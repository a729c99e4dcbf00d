import { logPath } from '../../../protocol/provider/paths.ts';
import type { PingScope } from './ping.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { LogEndpoint } from '../../../protocol/infrastructure/records.ts';
import type { InfrastructureSettings, ServiceCheckpoint } from '../../../protocol/infrastructure/rpc.ts';
import { LOGGED_OUT_IDENTIFIER } from '../../../protocol/infrastructure/user-identifier.ts';
import { readClientInfo, type ClientEnvironment } from './client-info.ts';
import { createEventJournal, NO_JOURNAL, type EventJournal } from './logging/event-journal.ts';
import type { PageSettings } from './page-settings.ts';
import type { ViewerServices } from './viewer/viewer-services.ts';

/** As much of the window as the infrastructure touches. */
export interface PageEnvironment extends EventTarget, ClientEnvironment {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly localStorage: Storage;
  readonly Image: PingScope['Image'];
}

export interface PageContextOptions {
  readonly page: PageSettings;
  readonly collector: string | undefined;
  /** Of the page, as its address or the system has it (P3). */
  readonly theme: 'dark' | 'light';
  readonly environment: PageEnvironment;
  /** Absent: nothing of the viewer is kept, and nothing is asked. */
  readonly viewer?: Pick<ViewerServices, 'readCookies' | 'objectsToTracking'> | undefined;
  /** What the configuration of the page's first video says beside its settings. */
  readonly first?: Pick<InfrastructureSettings, 'attestation' | 'experiments'> | undefined;
}

/** Whose page this is and what its server has said: where events go, under which name they are kept, and what is told of it. */
export class PageContext {
  /** Of the service before, for the one that replaces it. */
  checkpoint: ServiceCheckpoint | undefined;
  readonly clientScreenNonce: string;
  readonly #options: PageContextOptions;
  readonly #sessionId: string;
  #settings: PageSettings;
  #client: InfrastructureSettings['client'];

  constructor(options: PageContextOptions, sessionId: string, clientScreenNonce: string) {
    this.clientScreenNonce = clientScreenNonce;
    this.#options = options;
    this.#sessionId = sessionId;
    this.#settings = this.#withPrivacy(options.page);
    this.#client = readClientInfo(options.environment, options.page.context, options.theme);
  }

  get settings(): PageSettings {
    return this.#settings;
  }

  get isPrivate(): boolean {
    return this.#settings.privacy.privateEmbed;
  }

  /** A page that was served as a plain file learns its configuration later. */
  learn(config: PageConfig): void {
    this.#settings = this.#withPrivacy(config);
    this.#client = readClientInfo(this.#options.environment, config.context, this.#options.theme);
  }

  /** A private embed keeps nothing (P10), nor does a page after too many faults (S12), nor one that cannot name its viewer. */
  openJournal(): EventJournal {
    const { environment } = this.#options;
    const { privacy, loggedIn, dataSyncId } = this.#settings;
    if (privacy.privateEmbed || this.checkpoint?.storageEnd || (loggedIn && dataSyncId === undefined))
      return NO_JOURNAL;
    return createEventJournal(() => environment.localStorage, dataSyncId ?? LOGGED_OUT_IDENTIFIER, this.#sessionId);
  }

  /** What a service is started with. */
  serviceSettings(): InfrastructureSettings {
    const { environment, collector, viewer, first } = this.#options;
    return {
      page: this.#settings,
      client: this.#client,
      sessionId: this.#sessionId,
      clientScreenNonce: this.clientScreenNonce,
      origin: environment.location.origin,
      userAgent: environment.navigator.userAgent,
      cookies: this.readCookies(),
      objectsToTracking: viewer?.objectsToTracking ?? false,
      ...first,
      checkpoint: this.checkpoint,
      collector,
    };
  }

  readCookies(): string {
    return this.isPrivate ? '' : (this.#options.viewer?.readCookies() ?? '');
  }

  /** P10: a private embed shows no identifier. */
  clientToShow(): InfrastructureSettings['client'] {
    const { visitorData: _, ...anonymous } = this.#client;
    return this.isPrivate ? anonymous : this.#client;
  }

  logAddress(endpoint: LogEndpoint): string {
    const { addresses, apiVersion, apiKey } = this.#settings;
    return this.#options.collector ?? addresses.api + logPath(endpoint, apiVersion, apiKey);
  }

  /** P10: by configuration, or by the host name that serves the page. */
  #withPrivacy(page: PageSettings): PageSettings {
    const { hostname } = this.#options.environment.location;
    const { privacy } = page;
    const privateEmbed = privacy.privateEmbed || privacy.privateEmbedHosts.includes(hostname);
    return { ...page, privacy: { ...privacy, privateEmbed } };
  }
}
