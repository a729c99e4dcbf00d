import { ATTRIBUTES, attributeName, SETTING_NAMES, type SettingName } from './attributes.ts';
import { plain, textOf } from '../plain-values.ts';
import type { ElementPlayer } from './element-player.ts';
import type { LiveName } from './live-values.ts';
import { timeRanges } from './time-ranges.ts';

/** `title` and `lang` are properties of every element; the property `muted` is the current state of the player. */
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

/** An element and its player. */
export interface PlayerOfElement {
  readonly element: HTMLElement;
  readonly player: ElementPlayer;
}

/**
 * Properties of the element's class. Properties of attributes reflect; all other properties read and command its player.
 *
 * @param find Returns the element and player of `this`, also through a proxy; `undefined` for the prototype itself.
 */
export function defineProperties(prototype: object, find: (object: object) => PlayerOfElement | undefined): void {
  for (const setting of SETTING_NAMES)
    if (!NOT_REFLECTED.includes(setting)) define(prototype, setting, reflection(setting, find));
  define(prototype, 'defaultMuted', reflection('muted', find));
  for (const [name, read] of Object.entries(READS))
    define(prototype, name, {
      get(this: object) {
        const found = find(this);
        return found === undefined ? undefined : read(found.player);
      },
    });
  for (const name of LIVE_NAMES)
    define(prototype, name, {
      get(this: object) {
        return find(this)?.player.read(name);
      },
      set(this: object, value: unknown) {
        find(this)?.player.write(name, value);
      },
    });
}

function define(prototype: object, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(prototype, name, plain({ ...descriptor, configurable: true, enumerable: true }));
}

/** `undefined` and `null` remove the attribute, and flags accept text, because frameworks set properties so. */
function reflection(setting: SettingName, find: (object: object) => PlayerOfElement | undefined): PropertyDescriptor {
  const name = attributeName(setting);
  const { fallback, read } = ATTRIBUTES[setting] as { fallback: unknown; read: (text: string) => unknown };
  return {
    get(this: object) {
      const text = find(this)?.element.getAttribute(name) ?? null;
      return text === null ? fallback : (read(text) ?? fallback);
    },
    set(this: object, value: unknown) {
      const element = find(this)?.element;
      if (element === undefined) return;
      const wanted = typeof fallback === 'boolean' && typeof value === 'string' ? read(value) : value;
      const isAbsent = wanted === undefined || wanted === null || wanted === fallback || Number.isNaN(wanted);
      if (isAbsent || (typeof fallback === 'boolean' && Boolean(wanted) === fallback)) element.removeAttribute(name);
      else if (typeof fallback === 'boolean') element.setAttribute(name, fallback ? 'false' : '');
      else element.setAttribute(name, textOf(wanted));
    },
  };
}

/** Properties that were set before the element was defined hide the properties of the class, so they are set again. */
export function takeEarlyProperties(element: HTMLElement): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of [...SETTING_NAMES, ...LIVE_NAMES, 'defaultMuted']) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
