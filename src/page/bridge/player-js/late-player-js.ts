import type { HostWindow } from '../bridge-window.ts';
import type { PlayerJsHosts, PlayerJsHostsDependencies } from './player-js-hosts.ts';

export interface LatePlayerJsDependencies extends PlayerJsHostsDependencies {
  readonly reportError: (error: unknown) => void;
}

/** The hosts that speak player.js, whose chunk loads with the first message of one. Messages keep their order. */
export class LatePlayerJs {
  readonly #dependencies: LatePlayerJsDependencies;
  #hosts: Promise<PlayerJsHosts> | null = null;

  constructor(dependencies: LatePlayerJsDependencies) {
    this.#dependencies = dependencies;
  }

  receive(...message: [message: unknown, window: HostWindow, origin: string, atMs: number]): void {
    this.#hosts ??= this.#load();
    this.#hosts
      .then((hosts) => hosts.receive(...message))
      .catch((error: unknown) => {
        this.#hosts = null;
        this.#dependencies.reportError(error);
      });
  }

  ready(): void {
    void this.#hosts?.then((hosts) => hosts.ready());
  }

  stop(): void {
    void this.#hosts?.then((hosts) => hosts.stop());
  }

  async #load(): Promise<PlayerJsHosts> {
    const { PlayerJsHosts } = await import('./player-js-hosts.ts');
    return new PlayerJsHosts(this.#dependencies);
  }
}
