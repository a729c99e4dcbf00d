import { FEATURE_FLAG_VALUE_MAX_CHARACTERS } from '../constants.ts';
import { wantsAutoplay } from './autoplay.ts';
import { readSeconds, startIn } from './clock-seconds.ts';
import { readFlag, readText } from './parameter-values.ts';

type Given = string | undefined;

const flag =
  (ifAbsent: boolean) =>
  (value: Given): boolean =>
    readFlag(value) ?? ifAbsent;

/** `f60`, `#F60` and `ff6600` are the same colour. */
function color(value: Given): string | undefined {
  const wanted = readText(value)?.toLowerCase().replace('#', '') ?? '';
  if (wanted === 'red' || wanted === 'white') return wanted;
  if (/^[\da-f]{3}$/.test(wanted)) return `#${wanted.replace(/./g, '$&$&')}`;
  return /^[\da-f]{6}$/.test(wanted) ? `#${wanted}` : undefined;
}

/**
 * Readers of the query of an embed page (src/host/parameters.md). They are lenient, because clients send `true`, `undefined`,
 * `auto` and empty values: an unreadable value counts as absent. Reading never fails, so there is no schema.
 */
const READERS = {
  autoplay: wantsAutoplay,
  mute: flag(false),
  /** Historic `2` counts as on. */
  controls: (value: Given): boolean => value !== '0' && value !== 'false',
  cc_lang_pref: readText,
  cc_load_policy: flag(false),
  /** `red`, `white`, or a colour as `#rrggbb`. */
  color,
  disablekb: flag(false),
  enablejsapi: flag(false),
  start: readSeconds,
  end: readSeconds,
  fs: flag(true),
  hl: readText,
  iv_load_policy: readText,
  list: readText,
  listType: readText,
  playlist: readText,
  loop: flag(false),
  origin: readText,
  playsinline: flag(false),
  /** Extension: `remote=1` expects the keys of a remote control, `0` does not (`interface/remote/`). */
  remote: readText,
  /** `rel=0` suggests only videos of the same channel. */
  rel: flag(true),
  /** Extension: `endscreen=0` leaves the last picture at the end. */
  endscreen: flag(true),
  /** Extension: `1`, `0`, or `auto`, the default (`interface/data-saver/`). */
  data_saver: readFlag,
  /** Extension: the best quality that the player chooses by itself, such as `hd720` or `720p`. */
  max_quality: readText,
  widget_referrer: readText,
  widgetid: readText,
  preload: readText,
  /** The theme; anything but `dark` and `light` follows the system (P3). */
  theme: (value: Given): 'dark' | 'light' | undefined => (value === 'dark' || value === 'light' ? value : undefined),
  /** Passed through, each value cut to its maximum length (P4). */
  forced_experiments: (value: Given): string | undefined => cutFeatureFlags(readText(value)),
  /** `off` runs the infrastructure service on main: for profilers, and for browsers without workers. */
  worker: readText,
  /** Opens the profiler and writes tracks for developer tools. `profile=tracks`, which is not read here, only writes tracks. */
  profile: flag(false),
};
export const EMBED_PARAMETER_NAMES: readonly string[] = Object.keys(READERS);
export type EmbedParameters = { [Key in keyof typeof READERS]: ReturnType<(typeof READERS)[Key]> };

/** Parses the query of an address; of a repeated key the first value counts. */
export function parseEmbedParameters(query: Iterable<readonly [string, string]>): EmbedParameters {
  const values = new Map<string, string>();
  for (const [key, value] of query) if (!values.has(key)) values.set(key, value);
  const read = Object.entries(READERS).map(([key, reader]) => [key, reader(values.get(key))]);
  return { ...(Object.fromEntries(read) as EmbedParameters), start: startIn((name) => values.get(name)) };
}

/** Flags are `name=value` pairs joined by commas; each value is cut to 500 characters, the rest stays as it is (P4). */
export function cutFeatureFlags(flags: string | undefined): string | undefined {
  return flags
    ?.split(',')
    .map((flagText) => {
      const equals = flagText.indexOf('=');
      return equals < 0
        ? flagText.slice(0, FEATURE_FLAG_VALUE_MAX_CHARACTERS)
        : flagText.slice(0, equals + 1 + FEATURE_FLAG_VALUE_MAX_CHARACTERS);
    })
    .join(',');
}
