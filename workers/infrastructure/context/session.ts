import type { InfrastructureSettings } from '../../../protocol/rpc.ts';
import type { ClientInfo, ConsistencyTokenJar, LocationInfo } from '../../../protocol/request-context.ts';

export type PageSettings = InfrastructureSettings['page'];

/** What every call of this page load says of it (C5). One object, read at the moment of each call. */
export class Session {
  readonly sessionId: string;
  readonly origin: string;
  readonly userAgent: string;
  readonly collector: string | undefined;
  page: PageSettings;
  client: ClientInfo;
  locationInfo: LocationInfo | undefined;
  configHashes: { hot?: string; cold?: string } = {};
  adSignals: { key: string; value: string }[] = [];
  experimentFlags: { key: string; value: string }[] = [];
  clientScreenNonce: string | undefined;
  #visitorData: string | undefined;
  #tokenJars: { jar: ConsistencyTokenJar; expiresAtMs: number }[] = [];

  constructor({ page, client, sessionId, origin, userAgent, collector }: InfrastructureSettings) {
    this.page = page;
    this.client = client;
    this.sessionId = sessionId;
    this.origin = origin;
    this.userAgent = userAgent;
    this.collector = collector;
  }

  /** P10: a private embed has no identifier that lasts. */
  visitorData(): string | undefined {
    return this.page.privacy.privateEmbed ? undefined : (this.#visitorData ?? this.client.visitorData);
  }

  saveVisitorData(visitorData: string): void {
    this.#visitorData = visitorData;
  }

  /** N18. The latest jar is the one that counts. */
  saveTokenJar(jar: ConsistencyTokenJar, expiresAtMs: number): void {
    this.#tokenJars = [{ jar, expiresAtMs }];
  }

  tokenJars(nowMs: number): ConsistencyTokenJar[] {
    return this.#tokenJars.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ jar }) => jar);
  }

  /** Addresses may be relative to the page's origin; a worker's own address is another. */
  resolve(address: string): string {
    return new URL(address, this.origin).href;
  }
}
