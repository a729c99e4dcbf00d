import * as z from 'zod/mini';
import { FEATURE_FLAG_VALUE_MAX_CHARACTERS } from '../constants.ts';

/**
 * The query of an embed page (src/host/README.md), read leniently: clients send `true`, `undefined`, `auto` and nothing
 * at all. A value that cannot be read counts as absent; nothing here ever fails.
 */
const flag = (ifAbsent: boolean) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((value) =>
      value === '1' || value === 'true' ? true : value === '0' || value === 'false' ? false : ifAbsent,
    ),
  );
/** Historic `2` counts as on. */
const controls = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value !== '0' && value !== 'false'),
);
const text = z.pipe(
  z.optional(z.string()),
  z.transform((value) =>
    value === undefined || value === '' || value === 'undefined' || value === 'null' ? undefined : value,
  ),
);
/** `f60`, `#F60` and `ff6600` are the same colour. */
const color = z.pipe(
  text,
  z.transform((value) => {
    const wanted = value?.toLowerCase().replace('#', '') ?? '';
    if (wanted === 'red' || wanted === 'white') return wanted;
    if (/^[\da-f]{3}$/.test(wanted)) return `#${wanted.replace(/./g, '$&$&')}`;
    return /^[\da-f]{6}$/.test(wanted) ? `#${wanted}` : undefined;
  }),
);
const seconds = z.pipe(
  z.optional(z.string()),
  z.transform((value) => {
    const number = value === undefined || value.trim() === '' ? NaN : Number(value);
    return Number.isFinite(number) && number >= 0 ? number : undefined;
  }),
);

export const EmbedParameters = z.object({
  /** P6: `'0'`, `0` and `false` cue, any other present value loads; absent cues. */
  autoplay: z.pipe(
    z.optional(z.string()),
    z.transform(
      (value) => value !== undefined && value !== '0' && value !== 'false' && value !== 'undefined' && value !== '',
    ),
  ),
  mute: flag(false),
  controls,
  cc_lang_pref: text,
  cc_load_policy: flag(false),
  /** `red`, `white`, or a colour as `#rrggbb`. */
  color,
  disablekb: flag(false),
  enablejsapi: flag(false),
  start: seconds,
  end: seconds,
  fs: flag(true),
  hl: text,
  iv_load_policy: text,
  list: text,
  listType: text,
  playlist: text,
  loop: flag(false),
  origin: text,
  playsinline: flag(false),
  rel: flag(true),
  widget_referrer: text,
  widgetid: text,
  preload: text,
  /** P3; anything but `dark` and `light` follows the system. */
  theme: z.pipe(
    text,
    z.transform((value) => (value === 'dark' || value === 'light' ? value : undefined)),
  ),
  /** P4: passed through unchanged, each value cut. */
  forced_experiments: z.pipe(text, z.transform(cutFeatureFlags)),
  /** `off` runs the infrastructure service on main: for profilers, and for browsers without workers. */
  worker: text,
});
export type EmbedParameters = z.infer<typeof EmbedParameters>;

/** Parses the query of an address; of repeated keys the first one wins. */
export function parseEmbedParameters(query: Iterable<readonly [string, string]>): EmbedParameters {
  const values = new Map<string, string>();
  for (const [key, value] of query) if (!values.has(key)) values.set(key, value);
  return EmbedParameters.parse(Object.fromEntries(values));
}

/** P4: flags are `name=value` pairs joined by commas; each value is cut to 500 characters, the rest stays as it is. */
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
