import type { PlayerJsHosts, PlayerJsHostsDependencies } from './player-js-hosts.ts';

export interface LatePlayerJsDependencies extends PlayerJsHostsDependencies {
  readonly reportError: (error: unknown) => void;
}

/** Passes messages to the hosts that speak player.js, whose chunk loads with their first message. Messages keep their order. */
export class LatePlayerJs {
  readonly #dependencies: LatePlayerJsDependencies;
  #hosts: Promise<PlayerJsHosts> | null = null;

  constructor(dependencies: LatePlayerJsDependencies) {
    this.#dependencies = dependencies;
  }

  receive(...message: Parameters<PlayerJsHosts['receive']>): void {
    this.#hosts ??= this.#load();
    this.#tell((hosts) => hosts.receive(...message));
  }

  ready(): void {
    this.#tell((hosts) => hosts.ready());
  }

  /** A chunk that did not load is requested again with the next message. */
  #tell(what: (hosts: PlayerJsHosts) => void): void {
    this.#hosts?.then(what).catch((error: unknown) => {
      this.#hosts = null;
      this.#dependencies.reportError(error);
    });
  }

  async #load(): Promise<PlayerJsHosts> {
    const { PlayerJsHosts } = await import('./player-js-hosts.ts');
    return new PlayerJsHosts(this.#dependencies);
  }
}
