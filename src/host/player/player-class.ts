import { HOST_ERROR } from '../../../protocol/errors.ts';
import { HOST_READS } from '../../../protocol/host/host-vocabulary.ts';
import type { HostEnvironment } from '../environment.ts';
import { setFrameSize } from '../frame/frame-element.ts';
import { hostProblem } from '../frame/host-origin.ts';
import { HOST_COMMAND_METHODS, type HostPlayer } from './host-player.ts';
import { Listeners } from './listeners.ts';
import { PlayerCore } from './player-core.ts';
import type { PlayerListener, PlayerOptions } from './player-options.ts';

/** The other methods are made from the vocabulary. */
type OwnMethods = {
  [
    Name in keyof Pick<HostPlayer, 'addEventListener' | 'removeEventListener' | 'getIframe' | 'setSize' | 'destroy'>
  ]: unknown;
};

export type HostPlayerConstructor = new (target: unknown, options?: PlayerOptions) => HostPlayer;

/** Creates the class that pages know as `Oriel.Player` and `YT.Player`. */
export function makePlayerClass(environment: HostEnvironment): HostPlayerConstructor {
  /** Kept outside the object, so that pages see methods only. A player without an entry does nothing. */
  const cores = new WeakMap<object, PlayerCore>();

  class Player implements OwnMethods {
    constructor(target: unknown, options?: PlayerOptions | null) {
      const problem = hostProblem(options?.host);
      whenFound(target, environment.window.document, (element) => {
        if (problem === undefined) cores.set(this, new PlayerCore(this, element, options ?? {}, environment));
        else refuse(this, problem, options?.events?.['onError'], environment);
      });
    }

    addEventListener(name: string, listener: PlayerListener): this {
      cores.get(this)?.addListener(name, listener);
      return this;
    }

    removeEventListener(name: string, listener: PlayerListener): this {
      cores.get(this)?.removeListener(name, listener);
      return this;
    }

    getIframe(): HTMLIFrameElement | undefined {
      return cores.get(this)?.frame;
    }

    setSize(width: unknown, height: unknown): this {
      const core = cores.get(this);
      if (core !== undefined) setFrameSize(core.frame, width, height);
      return this;
    }

    destroy(): void {
      cores.get(this)?.destroy();
    }
  }

  const methods = Player.prototype as unknown as Record<string, unknown>;
  for (const name of HOST_COMMAND_METHODS)
    methods[name] ??= function command(this: object, ...args: unknown[]) {
      cores.get(this)?.command(name, args);
      return this;
    };
  for (const name of HOST_READS) methods[name] = reader(name, (player) => cores.get(player));
  return Player as unknown as HostPlayerConstructor;
}

type Read = (core: PlayerCore | undefined, args: readonly unknown[]) => unknown;

/** Getters that are not simply a field of the last delivery. */
const READS: Readonly<Partial<Record<string, Read>>> = {
  getCurrentTime: (core) => core?.cache.currentTime ?? 0,
  getApiInterface: (core) => core?.cache.apiInfo.methods ?? [],
  getOptions: (core, [module]) => core?.cache.apiInfo.options(module) ?? [],
  getOption: (core, [module, option]) => core?.cache.apiInfo.option(module, option),
  getVideoEmbedCode: (core) => core?.embedCode() ?? '',
  getSize: (core) => ({ width: core?.frame.clientWidth ?? 0, height: core?.frame.clientHeight ?? 0 }),
  getDebugText: () => '',
  isVideoInfoVisible: () => false,
};

/** `getFoo` and `isFoo` read the field `foo`. */
function reader(name: string, coreOf: (player: object) => PlayerCore | undefined) {
  const bare = name.replace(/^(get|is)/, '');
  const field = bare.charAt(0).toLowerCase() + bare.slice(1);
  const read: Read = READS[name] ?? ((core) => core?.cache.read(field));
  return function method(this: object, ...args: unknown[]): unknown {
    return read(coreOf(this), args);
  };
}

/** Reports a player that cannot be created in the console, and to the page once it listens. */
function refuse(
  target: object,
  problem: string,
  listener: PlayerListener | undefined,
  { window, clock }: HostEnvironment,
): void {
  window.console.error(`Oriel: ${problem}`);
  if (listener === undefined) return;
  const listeners = new Listeners(window, (error) => window.reportError(error));
  listeners.add('onError', listener);
  clock.after(0, () => listeners.emit('onError', { target, data: HOST_ERROR.invalidParameter }));
}

/** Of any document; reading a cross-origin window throws. */
function isElement(target: unknown): target is Element {
  try {
    return (target as Partial<Node>).nodeType === 1;
  } catch {
    return false;
  }
}

/**
 * The element, or the one with an id; that may still have to be parsed. If it never appears, the player does nothing.
 */
function whenFound(target: unknown, document: Document, use: (element: Element) => void): void {
  if (!target) throw new TypeError('Oriel.Player needs an element, or the id of one, as its first argument');
  const find = (): Element | null =>
    typeof target === 'string' ? document.getElementById(target) : isElement(target) ? target : null;
  const element = find();
  if (element !== null) return use(element);
  if (document.readyState !== 'loading') return;
  const onParsed = (): void => {
    const parsed = find();
    if (parsed !== null) use(parsed);
  };
  document.addEventListener('DOMContentLoaded', onParsed, { once: true });
}
