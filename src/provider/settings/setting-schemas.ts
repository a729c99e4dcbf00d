import * as z from 'zod/mini';
import { LOG_LEVELS } from './log-levels.ts';

/** Registers the description of a value for the reference; the error is the same text after `must be`. */
function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** An empty variable counts as unset, as in most shells. */
const Unparsed = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value === '' ? undefined : value)),
);
export const Text = z.pipe(Unparsed, z.optional(z.string()));
const SWITCH_VALUES: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };
export const Switch = z.pipe(
  z.pipe(
    Unparsed,
    z.transform((value) => (value === undefined ? false : SWITCH_VALUES[value.toLowerCase()])),
  ),
  z.boolean('must be 1 or true for on, 0 or false for off'),
);

/** Values joined by commas. */
const List = z.pipe(
  Unparsed,
  z.transform((value) =>
    (value ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
);

export function wholeNumber(fallback: number, minimum: number, maximum: number) {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    Unparsed,
    z.pipe(
      z.transform((value: string | undefined) => Number(value ?? fallback)),
      z.int(rule).check(z.gte(minimum, rule), z.lte(maximum, rule)),
    ),
  );
}

const PRICE = 'a number from 0, such as 0.05';
export const Price = z.pipe(
  z.pipe(
    Unparsed,
    z.transform((text) => (text === undefined ? undefined : Number(text))),
  ),
  described(z.optional(z.number(`must be ${PRICE}`).check(z.nonnegative(`must be ${PRICE}`))), PRICE),
);

const HOST_NAMES = 'host names joined by commas, such as videos.example,*.school.example';
export const HostNames = z.pipe(
  z.pipe(
    List,
    z.transform((names: string[]) => names.map((name) => name.toLowerCase())),
  ),
  described(
    z.array(
      z.string().check(z.regex(/^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$/, `must be ${HOST_NAMES}`)),
    ),
    HOST_NAMES,
  ),
);

const ORIGIN = 'an origin such as https://videos.example';
export const Origin = z.pipe(
  Unparsed,
  z.optional(described(z.string().check(z.regex(/^https?:\/\/[^\s/?#]+$/, `must be ${ORIGIN}`)), ORIGIN)),
);

const ORIGINS = 'origins joined by commas, such as https://player.example,https://other.example';
export const Origins = z.pipe(
  List,
  described(
    z.array(
      z
        .string()
        .check(z.refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, `must be ${ORIGINS}`)),
    ),
    ORIGINS,
  ),
);

const PATH_PREFIX = 'a path such as /player, without a slash at its end';
export const PathPrefix = z.pipe(
  Unparsed,
  z.optional(described(z.string().check(z.regex(/^(?:\/[\w~-][\w.~-]*)+$/, `must be ${PATH_PREFIX}`)), PATH_PREFIX)),
);

const NATS_SERVERS = 'addresses joined by commas, such as nats://one.example:4222,nats://two.example:4222';
export const NatsServers = z.pipe(
  Unparsed,
  z.optional(
    described(
      z
        .string()
        .check(z.regex(/^(?:nats|tls):\/\/[^\s,/]+(?:\s*,\s*(?:nats|tls):\/\/[^\s,/]+)*$/, `must be ${NATS_SERVERS}`)),
      NATS_SERVERS,
    ),
  ),
);

export const LogLevelSetting = z.pipe(
  Unparsed,
  z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
);
