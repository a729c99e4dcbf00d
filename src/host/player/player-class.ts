import type { HostEnvironment } from '../environment.ts';
import { hostProblem } from '../host-origin.ts';
import { whenFound } from '../frame/when-found.ts';
import { HOST_COMMAND_METHODS, type HostPlayer } from './host-player.ts';
import { LatePlayer } from './late-player.ts';
import { READABLE_FIELDS } from './player-cache.ts';
import { plain } from '../plain-values.ts';
import type { PlayerListener } from './player-events.ts';
import type { PlayerOptions } from '../player-options.ts';

/** Implementation of a method. With `CHAIN` as its result, the method returns its own object. */
type Method = (player: LatePlayer, args: readonly unknown[]) => unknown;
const CHAIN = Symbol('chain');

export type HostPlayerConstructor = new (target: unknown, options?: PlayerOptions | null) => HostPlayer;

/**
 * The key under which an object has a function that returns its player. Proxies and objects that inherit from a player pass
 * the key on. The value is a function, because frameworks wrap objects inside an object in proxies, but not functions.
 */
const LATE_PLAYER = Symbol('player');
type PlayerObject = Readonly<Partial<Record<typeof LATE_PLAYER, () => LatePlayer>>>;

/**
 * Creates the class that pages know as `Oriel.Player` and `YT.Player`. It is a function, because pages also inherit from it
 * by `YT.Player.call(this, …)`.
 *
 * @param pageOptions Default options of all players.
 */
export function makePlayerClass(
  environment: HostEnvironment,
  pageOptions: () => PlayerOptions | undefined = () => undefined,
): HostPlayerConstructor {
  const prototype: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(METHODS))
    prototype[name] = function (this: PlayerObject | undefined, ...args: unknown[]): unknown {
      const player = this?.[LATE_PLAYER]?.();
      const result = player && method(player, args);
      return result === CHAIN ? this : result;
    };

  function Player(this: unknown, target: unknown, given?: PlayerOptions | null): object {
    const player = (this instanceof Player ? this : Object.create(prototype)) as PlayerObject & Record<string, unknown>;
    const options = plain({ ...pageOptions(), ...given });
    const late = new LatePlayer(player, options, environment);
    Object.defineProperty(player, LATE_PLAYER, plain({ value: () => late }));
    // Binds the methods of each object, for pages that pass them on; methods that a subclass has overridden stay.
    for (const name of Object.keys(METHODS))
      if (player[name] === prototype[name]) player[name] = (prototype[name] as () => unknown).bind(player);
    const problem = hostProblem(options.host);
    whenFound(target, environment.window.document, {
      found: (element) => (problem === undefined ? late.open(element) : late.refuse(problem)),
      missing: (reason) => late.refuse(reason),
    });
    return player;
  }
  Player.prototype = prototype;
  Object.defineProperty(prototype, 'constructor', plain({ value: Player }));
  return Player as unknown as HostPlayerConstructor;
}

type OwnMethodName = 'addEventListener' | 'removeEventListener' | 'getIframe' | 'setSize' | 'destroy';

/** Methods that are neither a command nor a read. */
const OWN_METHODS: Readonly<Record<OwnMethodName, Method>> = {
  addEventListener(player, [name, listener]) {
    player.call((target) => target.addListener(name, listener));
    return CHAIN;
  },
  removeEventListener(player, [name, listener]) {
    player.call((target) => target.removeListener(name as string, listener as PlayerListener));
    return CHAIN;
  },
  getIframe: ({ core }) => core?.frame,
  setSize(player, [width, height]) {
    player.call((target) => target.setSize(width, height));
    return CHAIN;
  },
  destroy: (player) => player.destroy(),
};

/** Getters that are more than a field of the last delivery. */
const READS: Readonly<Record<string, Method>> = {
  getPlayerState({ core, cache }) {
    core?.check();
    return cache.read('playerState');
  },
  getCurrentTime: ({ cache }) => cache.currentTime,
  getApiInterface: ({ cache }) => cache.apiInfo.methods,
  getOptions: ({ cache }, [module]) => cache.apiInfo.options(module),
  getOption: ({ cache }, [module, option]) => cache.apiInfo.option(module, option),
  getVideoEmbedCode: ({ core }) => core?.embedCode() ?? '',
  getSize: ({ core }) => ({ width: core?.frame.clientWidth ?? 0, height: core?.frame.clientHeight ?? 0 }),
  getDebugText: () => '',
  isVideoInfoVisible: () => false,
};

const METHODS: Readonly<Record<string, Method>> = {
  ...Object.fromEntries(HOST_COMMAND_METHODS.map((name) => [name, command(name)])),
  ...Object.fromEntries(READABLE_FIELDS.map((field) => [getterName(field), ({ cache }) => cache.read(field)])),
  ...READS,
  ...OWN_METHODS,
};

function command(name: string): Method {
  return (player, args) => {
    player.call((target) => void target.command(name, argumentsOf(name, args)));
    return CHAIN;
  };
}

const WITHOUT_ARGUMENTS = /^((play|pause|stop|next|previous)Video|(un)?mute)$/i;

/**
 * Removes arguments that are not meant for the command: a method that a page passes on as a listener or callback also receives the
 * event, which may have no JSON, or index and list (`ids.forEach(player.cueVideoById)`).
 */
function argumentsOf(name: string, args: readonly unknown[]): readonly unknown[] {
  if (WITHOUT_ARGUMENTS.test(name)) return [];
  const [value, index, list] = args;
  return Array.isArray(list) && list[index as number] === value ? [value] : args;
}

function getterName(field: string): string {
  return field === 'muted' ? 'isMuted' : `get${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}
