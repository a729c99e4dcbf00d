import { clockSeconds } from '../../../protocol/page/clock-seconds.ts';
import { addressOf, hostProblem } from '../host-origin.ts';

/** Parsed values of an element's attributes; an absent or invalid attribute has its default. */
export interface ElementSettings {
  /** Empty without a video. */
  readonly videoId: string;
  /** A list id, or video ids separated by commas; empty without a list. */
  readonly playlist: string;
  /** Seconds. */
  readonly start: number | null;
  readonly end: number | null;
  readonly autoplay: boolean;
  readonly muted: boolean;
  readonly loop: boolean;
  readonly controls: boolean;
  readonly theme: string;
  readonly color: string;
  readonly lang: string;
  readonly title: string;
  /** Aspect ratio as CSS has it, `16 / 9`. */
  readonly aspectRatio: string;
  readonly loading: 'lazy' | 'eager';
  readonly lite: boolean;
  readonly poster: string;
  readonly pauseOthers: boolean;
  readonly geolocation: boolean;
  readonly host: string;
  /** Further parameters of the embed address, as a query. */
  readonly parameters: string;
}

/** Whether there is something to play. */
export function hasVideo({ videoId, playlist }: Pick<ElementSettings, 'videoId' | 'playlist'>): boolean {
  return videoId !== '' || playlist !== '';
}

interface Attribute<Value> {
  /** `undefined` for a value that cannot be read. */
  readonly read: (text: string) => Value | undefined;
  readonly fallback: Value;
  /** Valid values, in the words of the warning to the author of the page. */
  readonly expects: string;
}

const PARAMETERS_MAX_CHARACTERS = 2_000;

function matching(pattern: RegExp, expects: string, fallback = ''): Attribute<string> {
  return { read: (text) => (pattern.test(text.trim()) ? text.trim() : undefined), fallback, expects };
}

function oneOf<Value extends string>(values: readonly Value[], fallback: Value): Attribute<Value> {
  const read = (text: string): Value | undefined => values.find((value) => value === text.trim().toLowerCase());
  return { read, fallback, expects: values.filter((value) => value !== '').join(' or ') };
}

/** Frameworks write `true` and `false`; HTML writes an empty value or the name of the attribute. */
function flag(name: string, fallback = false): Attribute<boolean> {
  const read = (text: string): boolean | undefined => {
    const value = text.trim().toLowerCase();
    if (value === '' || value === 'true' || value === '1' || value === name) return true;
    return value === 'false' || value === '0' ? false : undefined;
  };
  return { read, fallback, expects: 'no value, true or false' };
}

const seconds: Attribute<number | null> = {
  read: clockSeconds,
  fallback: null,
  expects: 'seconds, from 0, or a time such as 1:20',
};

const anyText: Attribute<string> = { read: (text) => text, fallback: '', expects: 'text' };

const aspectRatio: Attribute<string> = {
  read(text) {
    const [, width = '', height = '1'] = /^\s*(\d+(?:\.\d+)?)\s*(?:[/:]\s*(\d+(?:\.\d+)?))?\s*$/.exec(text) ?? [];
    return Number(width) > 0 && Number(height) > 0 ? `${Number(width)} / ${Number(height)}` : undefined;
  },
  fallback: '16 / 9',
  expects: 'a ratio such as 16/9',
};

const host: Attribute<string> = {
  read: (text) => (hostProblem(text) === undefined ? text : undefined),
  fallback: '',
  expects: 'an origin such as https://videos.example',
};

const poster: Attribute<string> = {
  read(text) {
    const address = addressOf(text, 'https://page.invalid');
    return address !== undefined && /^(https?|blob):/.test(address) ? text.trim() : undefined;
  },
  fallback: '',
  expects: 'the address of a picture',
};

const parameters: Attribute<string> = {
  read: (text) => (text.length <= PARAMETERS_MAX_CHARACTERS ? text : undefined),
  fallback: '',
  expects: 'a query such as fs=0&cc_load_policy=1',
};

export const ATTRIBUTES: { readonly [Key in keyof ElementSettings]: Attribute<ElementSettings[Key]> } = {
  videoId: matching(/^([\w-]{11})?$/, 'a video id of 11 characters'),
  playlist: matching(/^[\w-]*(\s*,\s*[\w-]+)*$/, 'a list id, or video ids with commas'),
  start: seconds,
  end: seconds,
  autoplay: flag('autoplay'),
  muted: flag('muted'),
  loop: flag('loop'),
  controls: flag('controls', true),
  theme: oneOf(['dark', 'light', ''], ''),
  color: matching(/^(red|white|#?([\da-f]{3}){1,2})?$/i, 'red, white or a colour such as #f60'),
  lang: matching(/^([a-z]{2,8}(-[a-z\d]{1,8})*)?$/i, 'a language such as pt-BR'),
  title: anyText,
  aspectRatio,
  loading: oneOf(['lazy', 'eager'], 'eager'),
  lite: flag('lite'),
  poster,
  pauseOthers: flag('pause-others'),
  geolocation: flag('geolocation'),
  host,
  parameters,
};

export type SettingName = keyof ElementSettings;
export const SETTING_NAMES = Object.keys(ATTRIBUTES) as readonly SettingName[];

/** `videoId` is the attribute `video-id`. */
export function attributeName(setting: SettingName): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Reads every attribute. An invalid attribute has its default, and is reported to `warn`.
 *
 * @param getAttribute Returns `null` for an absent attribute.
 */
export function readSettings(
  getAttribute: (name: string) => string | null,
  warn: (message: string) => void,
): ElementSettings {
  const read = (setting: SettingName): unknown => {
    const name = attributeName(setting);
    const text = getAttribute(name);
    if (text === null) return ATTRIBUTES[setting].fallback;
    const value = ATTRIBUTES[setting].read(text);
    if (value === undefined)
      warn(
        `Oriel: ${name}="${text.slice(0, 100)}" cannot be read and counts as absent: ${ATTRIBUTES[setting].expects}`,
      );
    return value ?? ATTRIBUTES[setting].fallback;
  };
  return Object.fromEntries(SETTING_NAMES.map((setting) => [setting, read(setting)])) as unknown as ElementSettings;
}
