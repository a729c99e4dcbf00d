import { VERSION, WIRE_VERSION } from '../../protocol/version.ts';
import { PLAYER_STATE } from '../../protocol/host/player-state.ts';
import type { HostEnvironment } from './environment.ts';
import { OTHER_SERVICE } from './host-origin.ts';
import { makePlayerClass, type HostPlayerConstructor } from './player/player-class.ts';
import { plain } from './plain-values.ts';
import type { PlayerListener } from './player/player-events.ts';
import type { PlayerOptions } from './player-options.ts';
import { callReadyCallbacks } from './ready-callbacks.ts';
import { tellAuthor } from './tell-author.ts';
import type { ScriptApi } from './script-api.ts';
import type { HostPlayer } from './player/host-player.ts';

/** The state codes, by the names that pages use. */
const PlayerState = Object.fromEntries(Object.entries(PLAYER_STATE).map(([name, code]) => [name.toUpperCase(), code]));

/** Key of the function that a second copy of the script calls. */
const LOADED_AGAIN = Symbol.for('oriel.loaded-again');

interface PageGlobals {
  Oriel?: object & Readonly<Partial<Record<typeof LOADED_AGAIN, () => void>>>;
  YT?: { loading?: number; loaded?: number };
  /** Default options of all players. */
  YTConfig?: PlayerOptions;
}

/** A variable of the page. Named elements and frames are properties of the window, too, and are ignored. */
function ownGlobal<Name extends keyof PageGlobals>(page: PageGlobals, name: Name): PageGlobals[Name] | undefined {
  return Object.hasOwn(page, name) ? page[name] : undefined;
}

/** Removes YouTube's host, which YouTube's own script writes into this configuration: it serves no player of Oriel. */
function defaultsOf(config: PlayerOptions | undefined): PlayerOptions | undefined {
  const { host, ...others } = config ?? {};
  return OTHER_SERVICE.test(String(host)) ? others : config;
}

/**
 * Defines `Oriel`, and `YT` for pages written for that name. An earlier copy on the page takes precedence: a copy that is
 * loading sets `YT.loading`.
 *
 * @param leavesYt Whether the name `YT` stays free for another script of the page, which may load later.
 */
export function installApi(environment: HostEnvironment, leavesYt = false): void {
  const page = environment.window as unknown as PageGlobals;
  const present = ownGlobal(page, 'Oriel');
  if (present !== undefined && 'Player' in Object(present)) return present[LOADED_AGAIN]?.();
  const { registry } = environment;
  const Player = makePlayerClass(environment, () => defaultsOf(ownGlobal(page, 'YTConfig')));
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
      page.YTConfig = { ...ownGlobal(page, 'YTConfig'), ...config };
    },
  } satisfies Record<keyof ScriptApi, unknown>;
  if (present === undefined) page.Oriel = api as NonNullable<PageGlobals['Oriel']>;
  else tellAuthor(environment.window, 'Oriel: the page has a global Oriel of its own, which stays; use YT.Player');
  if (leavesYt || !fillYt(page, api)) return;
  const callAgain = callReadyCallbacks(environment);
  // Pages remove `YT` so that the script, loaded again, calls their callbacks again.
  Object.defineProperty(api, LOADED_AGAIN, plain({ value: () => callAgain(fillYt(page, api)) }));
}

/** Defines `YT`; returns `false` if another script has the name. */
function fillYt(page: PageGlobals, api: object): boolean {
  const other = ownGlobal(page, 'YT');
  if (other?.loading) return false;
  page.YT = Object.assign(other ?? {}, api);
  return true;
}

/** Creates players for the marked elements of a page, as old pages use them. */
function scan(document: Document, Player: HostPlayerConstructor): HostPlayer[] {
  const places = [
    ...document.getElementsByTagName('yt:player'),
    ...document.querySelectorAll('.yt-player[data-videoid]'),
  ];
  return places.map(
    (place) =>
      new Player(place, {
        videoId: place.getAttribute('data-videoid') ?? place.getAttribute('videoid'),
        width: place.getAttribute('width'),
        height: place.getAttribute('height'),
      }),
  );
}
