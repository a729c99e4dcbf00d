import { HOST_ERROR } from '../../../protocol/errors.ts';
import type { HostEnvironment } from '../environment.ts';
import { tellAuthor } from '../tell-author.ts';
import { Listeners } from './listeners.ts';
import { PlayerCache } from './player-cache.ts';
import { PlayerCore } from './player-core.ts';
import type { PlayerListener } from './player-events.ts';
import type { PlayerOptions } from '../player-options.ts';

/** Receiver of calls that change the player. */
type CallTarget = Pick<PlayerCore, 'command' | 'addListener' | 'removeListener' | 'setSize' | 'destroy'>;

/**
 * The player from its construction on, even before its element is parsed: calls wait for the element, in order, and reads return
 * the values from before the first delivery. If the element is never parsed, the page gets `onError`.
 */
export class LatePlayer {
  readonly #player: object;
  readonly #options: PlayerOptions;
  readonly #environment: HostEnvironment;
  #waiting: ((target: CallTarget) => void)[] = [];
  #target: CallTarget | undefined;
  #isDestroyed = false;
  core: PlayerCore | undefined;
  cache: PlayerCache;

  constructor(player: object, options: PlayerOptions, environment: HostEnvironment) {
    this.#player = player;
    this.#options = options;
    this.#environment = environment;
    this.cache = new PlayerCache(environment.clock, false);
  }

  /** Call it when the element has been found. */
  open(element: Element): void {
    if (this.#isDestroyed) return;
    this.core = new PlayerCore(this.#player, element, this.#options, this.#environment);
    this.cache = this.core.cache;
    this.#callOn(this.core);
  }

  /** Call it if the player cannot be created: writes one line to the console, and sends each listener an error. */
  refuse(problem: string): void {
    if (this.#isDestroyed) return;
    const { window, clock } = this.#environment;
    tellAuthor(window, `Oriel: ${problem}`, 'error');
    const listeners = new Listeners(window);
    const event = { target: this.#player, data: HOST_ERROR.invalidParameter };
    const addListener = (name: unknown, listener: unknown): void => {
      if (name !== 'onError') return;
      listeners.add(name, listener as PlayerListener);
      clock.after(0, () => listeners.emitTo(listener as PlayerListener, name, event));
    };
    addListener('onError', this.#options.events?.['onError']);
    this.#callOn({
      command: () => false,
      setSize: () => undefined,
      addListener,
      removeListener: (name, listener) => void listeners.remove(name, listener),
      destroy: () => listeners.clear(),
    });
  }

  call(act: (target: CallTarget) => void): void {
    if (this.#target === undefined) this.#waiting.push(act);
    else act(this.#target);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#waiting = [];
    this.#target?.destroy();
  }

  #callOn(target: CallTarget): void {
    this.#target = target;
    for (const act of this.#waiting.splice(0)) act(target);
  }
}
