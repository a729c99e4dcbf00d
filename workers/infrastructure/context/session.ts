import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import type { ConsistencyTokenJar, LocationInfo, StoredTokenJar } from '../../../protocol/provider/request-context.ts';
import { PageConsent } from './page-consent.ts';
import type { Environment } from '../environment.ts';
import { AdSignals } from './ad-signals.ts';

export type PageSettings = InfrastructureSettings['page'];

/** Properties of the browser that are read for each call (C5). */
export type SessionBrowser = Pick<Environment, 'connectionType' | 'localTime'>;

/** State from which the context of every call of this page load is built at the time of the call (C5). */
export class Session {
  /** Settings that main sent, for this viewer. */
  readonly settings: Omit<InfrastructureSettings, 'page'>;
  page: PageSettings;
  locationInfo: LocationInfo | undefined;
  configHashes: { hot?: string; cold?: string } = {};
  readonly adSignals = new AdSignals();
  /** The viewer saves data, so that ordinary events wait longer for their request. */
  savesData = false;
  readonly consent: PageConsent;
  readonly browser: SessionBrowser;
  #visitorData: string | undefined;
  #tokenJar: StoredTokenJar | undefined;

  constructor(settings: InfrastructureSettings, browser: SessionBrowser) {
    this.browser = browser;
    this.settings = settings;
    this.page = settings.page;
    this.consent = new PageConsent(settings);
    this.#tokenJar = settings.checkpoint?.tokenJar;
  }

  /** Number of batches in one request: 1 for a measuring endpoint, whose limit is unknown. */
  get logBatchesPerRequestMax(): number {
    return this.settings.collector === undefined ? (this.page.logBatchesPerRequestMax ?? 1) : 1;
  }

  /** Visitor data from the latest response; none in a private embed, which has no lasting identifier (P10). */
  visitorData(): string | undefined {
    return this.page.privacy.privateEmbed ? undefined : (this.#visitorData ?? this.settings.client.visitorData);
  }

  saveVisitorData(visitorData: string): void {
    this.#visitorData = visitorData;
  }

  /** Whether a request to this address of another origin carries the cookies of that origin. */
  carriesCookies(address: string): boolean {
    const { withCredentials, addresses } = this.page;
    return withCredentials === true && new URL(address).origin === new URL(this.resolve(addresses.api)).origin;
  }

  /** Token that proves that a POST comes from the page (N2): for the page's origin, or an origin whose cookies are sent. */
  xsrfFor(address: string): { readonly fieldName: string; readonly token: string } | undefined {
    const isOwn = new URL(address).origin === this.settings.origin || this.carriesCookies(address);
    return isOwn ? this.page.xsrf : undefined;
  }

  /** Whether a request to this address may identify the viewer: only to the origin of the page or of its calls. */
  isOfProvider(address: string): boolean {
    const { origin } = new URL(address);
    return origin === this.settings.origin || origin === new URL(this.resolve(this.page.addresses.api)).origin;
  }

  /** The latest jar replaces earlier jars (N18). */
  saveTokenJar(jar: StoredTokenJar): void {
    this.#tokenJar = jar;
  }

  tokenJars(nowMs: number): ConsistencyTokenJar[] {
    return this.#tokenJar !== undefined && this.#tokenJar.expiresAtMs > nowMs ? [this.#tokenJar.jar] : [];
  }

  /** Addresses may be relative to the page's origin; a worker's own base address differs. */
  resolve(address: string): string {
    return new URL(address, this.settings.origin).href;
  }
}
