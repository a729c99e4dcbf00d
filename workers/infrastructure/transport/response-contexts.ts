import { LogResponse } from '../../../protocol/provider/logging.ts';
import type { ResponseContext } from '../../../protocol/provider/response-context.ts';
import type { StoredConfig } from '../../../protocol/infrastructure/rpc.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Session } from '../context/session.ts';
import type { Cookies } from '../preferences/page-cookies.ts';
import type { ConfigGroup, ConfigStore } from '../storage/config-store.ts';
import { readJson } from './read-json.ts';
import type { TransportResponse } from './transport.ts';

export interface ResponseContextsOptions {
  readonly session: Session;
  readonly clock: Clock;
  readonly cookies: Pick<Cookies, 'saveLocationToken'>;
  readonly checkpoint: Pick<Checkpoint, 'state' | 'save'>;
}

type KeptConfig = Pick<
  ConfigStore,
  'hashes' | 'tokenJar' | 'load' | 'save' | 'loadTokenJar' | 'saveTokenJar' | 'close'
>;

/** Stores the context that any response may contain (N18, L7): tokens, visitor data and the provider's configuration. */
export class ResponseContexts {
  readonly #options: ResponseContextsOptions;
  #configStore: KeptConfig | null = null;

  constructor(options: ResponseContextsOptions) {
    this.#options = options;
  }

  /** Stores in `store` from now on. Loads tokens of an earlier page load, and returns the configuration of that page load. */
  async keepIn(store: KeptConfig): Promise<StoredConfig> {
    this.#configStore = store;
    const config = await store.load();
    this.#options.session.configHashes = store.hashes;
    this.#takeOrKeepTokens();
    return config;
  }

  apply(context: ResponseContext | undefined): void {
    if (context === undefined) return;
    const { session, clock, cookies, checkpoint } = this.#options;
    const { visitorData, consistencyTokenJar, locationPlayabilityToken, globalConfigGroup } = context;
    if (visitorData !== undefined) session.saveVisitorData(visitorData);
    if (consistencyTokenJar !== undefined) {
      const { encryptedTokenJarContents, expirationSeconds } = consistencyTokenJar;
      const tokenJar = { jar: { encryptedTokenJarContents }, expiresAtMs: clock.now() + expirationSeconds * 1_000 };
      session.saveTokenJar(tokenJar);
      checkpoint.save({ tokenJar });
      void this.#configStore?.saveTokenJar(tokenJar);
    }
    if (locationPlayabilityToken !== undefined) cookies.saveLocationToken(locationPlayabilityToken);
    if (globalConfigGroup !== undefined) void this.#saveConfig(globalConfigGroup);
  }

  applyLogResponse(response: TransportResponse): void {
    const json = readJson(response);
    const parsed = json.ok ? parseAt('log response', LogResponse, json.value) : json;
    if (parsed.ok) this.apply(parsed.value.responseContext);
  }

  /** Call it when the level of consent has changed. */
  async consentChanged(): Promise<void> {
    await this.#configStore?.loadTokenJar();
    if (this.#configStore !== null) this.#takeOrKeepTokens();
  }

  close(): void {
    this.#configStore?.close();
  }

  /** Tokens that this page received before the consent to keep them are newer than the stored tokens (N18). */
  #takeOrKeepTokens(): void {
    const { checkpoint, session } = this.#options;
    const { tokenJar } = checkpoint.state;
    const stored = this.#configStore?.tokenJar;
    if (tokenJar !== undefined) void this.#configStore?.saveTokenJar(tokenJar);
    else if (stored) session.saveTokenJar(stored);
  }

  async #saveConfig(group: ConfigGroup): Promise<void> {
    await this.#configStore?.save(group);
    this.#options.session.configHashes = this.#configStore?.hashes ?? {};
  }
}
