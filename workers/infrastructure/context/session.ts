import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import type {
  ClientInfo,
  ConsistencyTokenJar,
  LocationInfo,
} from '../../../protocol/infrastructure/request-context.ts';

export type PageSettings = InfrastructureSettings['page'];

/** What every call of this page load says of it (C5). One object, read at the moment of each call. */
export class Session {
  readonly sessionId: string;
  readonly origin: string;
  readonly userAgent: string;
  readonly collector: string | undefined;
  readonly objectsToTracking: boolean;
  page: PageSettings;
  readonly client: ClientInfo;
  locationInfo: LocationInfo | undefined;
  configHashes: { hot?: string; cold?: string } = {};
  readonly #adSignals = new Map<string, string>();
  readonly experimentFlags: { key: string; value: string }[];
  clientScreenNonce: string | undefined;
  readonly #settings: InfrastructureSettings;
  #visitorData: string | undefined;
  #tokenJars: { jar: ConsistencyTokenJar; expiresAtMs: number }[] = [];

  constructor(settings: InfrastructureSettings) {
    this.#settings = settings;
    const { page, client, sessionId, origin, userAgent, collector, objectsToTracking } = settings;
    this.page = page;
    this.client = client;
    this.sessionId = sessionId;
    this.origin = origin;
    this.userAgent = userAgent;
    this.collector = collector;
    this.objectsToTracking = objectsToTracking;
    this.experimentFlags = readFlags(settings.experiments ?? '');
  }

  /** What a measuring endpoint takes nobody knows. */
  get logBatchesPerRequestMax(): number {
    return this.collector === undefined ? (this.page.logBatchesPerRequestMax ?? 1) : 1;
  }

  /** P10: a private embed has no identifier that lasts. */
  visitorData(): string | undefined {
    return this.page.privacy.privateEmbed ? undefined : (this.#visitorData ?? this.client.visitorData);
  }

  /** P12, B3: what the ad service may know; a private embed says nothing. */
  setAdSignal(key: string, value: string | undefined): void {
    if (value === undefined) this.#adSignals.delete(key);
    else this.#adSignals.set(key, value);
  }

  adSignals(): { key: string; value: string }[] {
    return [...this.#adSignals].map(([key, value]) => ({ key, value }));
  }

  saveVisitorData(visitorData: string): void {
    this.#visitorData = visitorData;
  }

  /** N2: what proves that a post to this address comes from the page; no other origin may see it. */
  xsrfFor(address: string): { readonly fieldName: string; readonly token: string } | undefined {
    return new URL(address).origin === this.origin ? this.page.xsrf : undefined;
  }

  /** N18. The latest jar is the one that counts. */
  saveTokenJar(jar: ConsistencyTokenJar, expiresAtMs: number): void {
    this.#tokenJars = [{ jar, expiresAtMs }];
  }

  tokenJars(nowMs: number): ConsistencyTokenJar[] {
    return this.#tokenJars.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ jar }) => jar);
  }

  /** The same page with another viewer: nothing that was learnt of the one before goes over. */
  forUser(dataSyncId: string | null): Session {
    const { dataSyncId: _before, authorization: _authorization, xsrf: _xsrf, ...page } = this.page;
    const session = new Session({
      ...this.#settings,
      client: this.client,
      page: { ...page, loggedIn: dataSyncId !== null, ...(dataSyncId === null ? {} : { dataSyncId }) },
    });
    session.configHashes = this.configHashes;
    // Of the browser, not of the viewer.
    session.setAdSignal('ad_status', this.#adSignals.get('ad_status'));
    return session;
  }

  /** Addresses may be relative to the page's origin; a worker's own address is another. */
  resolve(address: string): string {
    return new URL(address, this.origin).href;
  }
}

/** P4: `name=value` pairs joined by commas. */
function readFlags(text: string): { key: string; value: string }[] {
  return text
    .split(',')
    .filter((flag) => flag !== '')
    .map((flag) => {
      const equals = flag.indexOf('=');
      return equals < 0 ? { key: flag, value: 'true' } : { key: flag.slice(0, equals), value: flag.slice(equals + 1) };
    });
}
