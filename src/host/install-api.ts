import { VERSION, WIRE_VERSION } from '../../protocol/version.ts';
import { PLAYER_STATE } from '../../protocol/host/player-state.ts';
import type { HostEnvironment } from './environment.ts';
import { makePlayerClass } from './player/player-class.ts';
import type { PlayerListener, PlayerOptions } from './player/player-options.ts';
import { callReadyCallbacks } from './ready-callbacks.ts';
import { scan } from './scan.ts';
import type { ScriptApi } from './script-api.ts';

/** The state codes by the names pages use. */
const PlayerState = {
  UNSTARTED: PLAYER_STATE.unstarted,
  ENDED: PLAYER_STATE.ended,
  PLAYING: PLAYER_STATE.playing,
  PAUSED: PLAYER_STATE.paused,
  BUFFERING: PLAYER_STATE.buffering,
  CUED: PLAYER_STATE.cued,
};

interface PageGlobals {
  Oriel?: object;
  YT?: { loading?: number; loaded?: number };
  YTConfig?: Record<string, unknown>;
}

/**
 * Defines `Oriel`, and `YT` for pages written for it. An earlier copy on the page takes precedence: a copy that is
 * loading sets `YT.loading`.
 */
export function installApi(environment: HostEnvironment): void {
  const page = environment.window as unknown as PageGlobals;
  if (page.Oriel !== undefined) return;
  const { registry } = environment;
  const Player = withPageConfig(makePlayerClass(environment), page);
  const api = {
    Player,
    PlayerState,
    version: VERSION,
    wireVersion: WIRE_VERSION,
    loading: 1,
    loaded: 1,
    ready: (callback: unknown): void => {
      if (typeof callback === 'function') (callback as () => void)();
    },
    get: (id: string): object | undefined => registry.find(id),
    scan: (): object[] => scan(environment.window.document, Player),
    subscribe: (topic: unknown, listener: PlayerListener): void => registry.pageListeners.subscribe(topic, listener),
    unsubscribe: (topic: unknown, listener: PlayerListener): void =>
      registry.pageListeners.unsubscribe(topic, listener),
    setConfig: (config: object): void => {
      page.YTConfig = { ...page.YTConfig, ...config };
    },
  } satisfies Record<keyof ScriptApi, unknown>;
  page.Oriel = api;
  if (page.YT?.loading) return;
  page.YT = Object.assign(page.YT ?? {}, api);
  callReadyCallbacks(environment);
}

/** Page-wide options apply unless a player sets its own. */
function withPageConfig(Player: ReturnType<typeof makePlayerClass>, page: PageGlobals) {
  return class extends Player {
    constructor(target: unknown, options?: PlayerOptions) {
      super(target, { ...page.YTConfig, ...options });
    }
  };
}
