import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import type { ConsistencyTokenJar, LocationInfo } from '../../../protocol/infrastructure/request-context.ts';
import { AdSignals } from './ad-signals.ts';

export type PageSettings = InfrastructureSettings['page'];

/** What the context of every call of this page load is made from (C5). One object, read at the moment of each call. */
export class Session {
  /** As main sent them, for this viewer. */
  readonly settings: Omit<InfrastructureSettings, 'page'>;
  /** Replaced when a page that was served as a plain file has loaded its configuration. */
  page: PageSettings;
  locationInfo: LocationInfo | undefined;
  configHashes: { hot?: string; cold?: string } = {};
  readonly adSignals = new AdSignals();
  readonly experimentFlags: { key: string; value: string }[];
  clientScreenNonce: string | undefined;
  #visitorData: string | undefined;
  #tokenJars: { jar: ConsistencyTokenJar; expiresAtMs: number }[] = [];

  constructor(settings: InfrastructureSettings) {
    this.settings = settings;
    this.page = settings.page;
    this.experimentFlags = readFlags(settings.experiments ?? '');
  }

  /** One for a measuring endpoint: its limit is unknown. */
  get logBatchesPerRequestMax(): number {
    return this.settings.collector === undefined ? (this.page.logBatchesPerRequestMax ?? 1) : 1;
  }

  /** P10: a private embed has no identifier that lasts. */
  visitorData(): string | undefined {
    return this.page.privacy.privateEmbed ? undefined : (this.#visitorData ?? this.settings.client.visitorData);
  }

  saveVisitorData(visitorData: string): void {
    this.#visitorData = visitorData;
  }

  /** N2: proof that a post to this address comes from the page; sent to no other origin. */
  xsrfFor(address: string): { readonly fieldName: string; readonly token: string } | undefined {
    return new URL(address).origin === this.settings.origin ? this.page.xsrf : undefined;
  }

  /** N18. The latest jar replaces earlier ones. */
  saveTokenJar(jar: ConsistencyTokenJar, expiresAtMs: number): void {
    this.#tokenJars = [{ jar, expiresAtMs }];
  }

  tokenJars(nowMs: number): ConsistencyTokenJar[] {
    return this.#tokenJars.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ jar }) => jar);
  }

  /** Addresses may be relative to the page's origin; a worker's own base address differs. */
  resolve(address: string): string {
    return new URL(address, this.settings.origin).href;
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
