import { ATTRIBUTES, attributeName, SETTING_NAMES, type SettingName } from './attributes.ts';
import { textOf } from '../plain-values.ts';
import type { ElementPlayer } from './element-player.ts';
import type { LiveName } from './live-values.ts';
import { timeRanges } from './time-ranges.ts';

/** Attributes that every element has as properties, and one whose property is how the player is now. */
const NOT_REFLECTED: readonly SettingName[] = ['title', 'lang', 'muted'];
const LIVE_NAMES: readonly LiveName[] = ['currentTime', 'volume', 'muted', 'playbackRate'];

type Read = (player: ElementPlayer) => unknown;

const READS: Readonly<Record<string, Read>> = {
  duration: ({ info }) => info?.duration || Number.NaN,
  paused: ({ isPaused }) => isPaused,
  ended: ({ info }) => info?.state === 'ended',
  seeking: ({ isSeeking }) => isSeeking,
  readyState: ({ info }) => (info === undefined ? 0 : info.state === 'buffering' ? 2 : 4),
  buffered: ({ info }) => timeRanges(0, (info?.loadedFraction ?? 0) * (info?.duration ?? 0)),
  seekable: ({ info }) => timeRanges(...(info?.seekable ?? ([0, 0] as const))),
  error: ({ error }) => error,
  player: ({ player }) => player,
};

/** The properties of the element's class. Those of attributes reflect; the others read and tell its player. */
export function defineProperties(prototype: object, playerOf: (element: object) => ElementPlayer | undefined): void {
  for (const setting of SETTING_NAMES)
    if (!NOT_REFLECTED.includes(setting)) define(prototype, setting, reflection(setting));
  define(prototype, 'defaultMuted', reflection('muted'));
  for (const [name, read] of Object.entries(READS))
    define(prototype, name, {
      get(this: object) {
        const player = playerOf(this);
        return player === undefined ? undefined : read(player);
      },
    });
  for (const name of LIVE_NAMES)
    define(prototype, name, {
      get(this: object) {
        return playerOf(this)?.read(name);
      },
      set(this: object, value: unknown) {
        playerOf(this)?.write(name, value);
      },
    });
}

function define(prototype: object, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(prototype, name, { ...descriptor, configurable: true, enumerable: true });
}

/** Frameworks set properties to `undefined` and `null` where they mean no attribute, and flags to text. */
function reflection(setting: SettingName): PropertyDescriptor {
  const name = attributeName(setting);
  const { fallback, read } = ATTRIBUTES[setting] as { fallback: unknown; read(text: string): unknown };
  return {
    get(this: Element) {
      const text = this.getAttribute(name);
      return text === null ? fallback : (read(text) ?? fallback);
    },
    set(this: Element, value: unknown) {
      const wanted = typeof fallback === 'boolean' && typeof value === 'string' ? read(value) : value;
      const isAbsent = wanted === undefined || wanted === null || wanted === fallback || Number.isNaN(wanted);
      if (isAbsent || (typeof fallback === 'boolean' && Boolean(wanted) === fallback)) this.removeAttribute(name);
      else if (typeof fallback === 'boolean') this.setAttribute(name, fallback ? 'false' : '');
      else this.setAttribute(name, textOf(wanted));
    },
  };
}

/** Properties that were set before the element was defined hide those of the class: they are set again. */
export function takeEarlyProperties(element: HTMLElement): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of [...SETTING_NAMES, ...LIVE_NAMES, 'defaultMuted']) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
