import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { LOG_LEVELS } from '../operations/log.ts';
import { LIMITS, type LimitName, type Limits } from './limits.ts';
import { DEFAULT_PORT } from '../listening/listening-server.ts';

/** An empty variable counts as unset, as in most shells. */
const Text = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value === '' ? undefined : value)),
);
const Switch = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value === '1' || value === 'true'),
);

/** Values joined by commas. */
const List = z.pipe(
  Text,
  z.transform((value) =>
    (value ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
);

function wholeNumber(fallback: number, minimum: number, maximum: number) {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    Text,
    z.pipe(
      z.transform((value: string | undefined) => Number(value ?? fallback)),
      z.int(rule).check(z.gte(minimum, rule), z.lte(maximum, rule)),
    ),
  );
}

const HOST_NAMES_RULE = 'must be host names joined by commas, such as videos.example,*.school.example';
const HostNames = z.pipe(
  z.pipe(
    List,
    z.transform((names: string[]) => names.map((name) => name.toLowerCase())),
  ),
  z.array(z.string().check(z.regex(/^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$/, HOST_NAMES_RULE))),
);

const TRUSTED_HOPS_MAX = 10;
const ORIGIN_RULE = 'must be an origin such as https://videos.example';
const Origin = z.pipe(Text, z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/?#]+$/, ORIGIN_RULE))));

const ORIGINS_RULE = 'must be origins joined by commas, such as https://player.example,https://other.example';
const Origins = z.pipe(
  List,
  z.array(
    z.string().check(z.refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin, ORIGINS_RULE)),
  ),
);

const PATH_PREFIX_RULE = 'must be a path such as /player, without a slash at its end';
const PathPrefix = z.pipe(Text, z.optional(z.string().check(z.regex(/^(?:\/[\w~-][\w.~-]*)+$/, PATH_PREFIX_RULE))));

const NATS_RULE = 'must be addresses joined by commas, such as nats://one.example:4222,nats://two.example:4222';
const NatsServers = z.pipe(
  Text,
  z.optional(z.string().check(z.regex(/^(?:nats|tls):\/\/[^\s,/]+(?:\s*,\s*(?:nats|tls):\/\/[^\s,/]+)*$/, NATS_RULE))),
);

const LOG_LEVEL_RULE = `must be one of ${LOG_LEVELS.join(', ')}`;
const LogLevelSetting = z.pipe(Text, z.optional(z.enum(LOG_LEVELS, LOG_LEVEL_RULE)));

/** A setting that is not a limit. */
interface Setting<Schema> {
  readonly variable: string;
  readonly schema: Schema;
  /** The default for the README. */
  readonly fallback: string;
  /** Row of the README. */
  readonly says: string;
}

function setting<Schema>(variable: string, schema: Schema, fallback: string, says: string): Setting<Schema> {
  return { variable, schema, fallback, says };
}

/** Every setting that is not a limit. A test compares the README's table with this one. */
export const SETTINGS = {
  port: setting(
    'PORT',
    wholeNumber(DEFAULT_PORT, 0, 65_535),
    String(DEFAULT_PORT),
    'port to listen on; 0 takes any free one',
  ),
  host: setting('ORIEL_HOST', Text, 'every address', 'address to listen on'),
  dataFolder: setting(
    'ORIEL_DATA_DIR',
    Text,
    '`.data` in the checkout',
    'folder of the database, and of films while they are uploaded',
  ),
  catalogFolder: setting('ORIEL_CATALOG_DIR', Text, 'the demo catalog', 'folder of videos'),
  followLinks: setting(
    'ORIEL_FOLLOW_LINKS',
    Switch,
    'off',
    'serves what links below `media/` point to outside of it, such as films on another disk',
  ),
  databaseUrl: setting(
    'ORIEL_DATABASE_URL',
    Text,
    'a file in the data folder',
    'any libSQL address: `file:`, `libsql:`, `https:`, `:memory:`; or `postgres:`',
  ),
  databaseAuthToken: setting('ORIEL_DATABASE_TOKEN', Text, 'none', 'token for a database elsewhere'),
  natsUrl: setting(
    'ORIEL_NATS_URL',
    NatsServers,
    'none: events go to the database',
    'NATS servers with JetStream, joined by commas: events go there, a copy on each, and `consumer.js` stores them',
  ),
  publicOrigin: setting(
    'ORIEL_PUBLIC_ORIGIN',
    Origin,
    'taken from each request',
    'origin in cards of other sites, share links and oEmbed',
  ),
  pageOrigins: setting(
    'ORIEL_PAGE_ORIGINS',
    Origins,
    'none',
    'origins of static players, joined by commas: videos may be shown there, and their calls may carry cookies',
  ),
  pathPrefix: setting(
    'ORIEL_PATH_PREFIX',
    PathPrefix,
    'none',
    'path that a proxy shows this server below, such as `/player`, whether it takes it off or not',
  ),
  allowedHosts: setting(
    'ORIEL_ALLOWED_HOSTS',
    HostNames,
    'every name',
    'host names to answer for, joined by commas, `*.school.example` for all below one; 421 for others',
  ),
  trustedHops: setting(
    'ORIEL_TRUSTED_HOPS',
    wholeNumber(0, 0, TRUSTED_HOPS_MAX),
    '0',
    'proxies in front whose X-Forwarded-For, -Proto and -Host are believed, counted from this server',
  ),
  operatorPassword: setting(
    'ORIEL_OPERATOR_PASSWORD',
    Text,
    'none: this machine alone',
    'asked for on `/provider`. Without it, that answers loopback addresses at loopback names',
  ),
  logLevel: setting(
    'ORIEL_LOG_LEVEL',
    LogLevelSetting,
    '`info`; in a terminal `warn`',
    '`silent`, `error`, `warn`, `info` (a line a request) or `debug` (media and assets too, with their paths)',
  ),
  bench: setting('ORIEL_BENCH', Switch, 'off', 'pages define `window.__bench` and may log to any collector'),
  scenarios: setting(
    'ORIEL_SCENARIOS',
    Switch,
    'off',
    'faults on demand, for tests. Never where strangers can reach the server',
  ),
  states: setting('ORIEL_STATES', Switch, 'off', '`/states` shows every screen of the player, for those who design it'),
} as const;

type Values = { readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> };

export interface Settings extends Omit<Values, 'dataFolder' | 'catalogFolder' | 'databaseUrl'> {
  readonly catalogFolder: string;
  readonly databaseUrl: string;
  /** Of films on their way into the catalog. */
  readonly uploadFolder: string;
  readonly limits: Limits;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment as settings. Folders that are not set lie in the checkout. */
export function readSettings(environment: Environment, checkout: string): Outcome<Settings> {
  const values = readNamed<Values>(environment, SETTINGS);
  const limits = readNamed<Limits>(environment, limitSettings());
  const problems = [values, limits].flatMap((outcome) => (outcome.ok ? [] : [outcome.message]));
  if (!values.ok || !limits.ok) return fail('edge.invalid', problems.join('; '));
  const { dataFolder = join(checkout, '.data'), catalogFolder, databaseUrl, ...rest } = values.value;
  return succeed({
    ...rest,
    catalogFolder: catalogFolder ?? join(checkout, 'src/provider/catalog'),
    databaseUrl: databaseUrl ?? pathToFileURL(join(dataFolder, 'provider.db')).href,
    uploadFolder: join(dataFolder, 'uploads'),
    limits: limits.value,
  });
}

/** Variables with our prefix that match no setting: most likely misspelt. */
export function unknownVariables(environment: Environment): string[] {
  const known = new Set<string>([...Object.values(SETTINGS), ...Object.values(LIMITS)].map(({ variable }) => variable));
  return Object.keys(environment).filter((name) => name.startsWith('ORIEL_') && !known.has(name));
}

function limitSettings(): Record<LimitName, Setting<z.ZodMiniType<number>>> {
  const entries = Object.entries(LIMITS).map(([name, { variable, fallback, minimum, maximum, says }]) => [
    name,
    setting(variable, wholeNumber(fallback, minimum, maximum), String(fallback), says),
  ]);
  return Object.fromEntries(entries) as Record<LimitName, Setting<z.ZodMiniType<number>>>;
}

/** Parses each setting from its variable; failures name the variable. */
function readNamed<T>(
  environment: Environment,
  settings: Readonly<Record<string, Setting<z.ZodMiniType>>>,
): Outcome<T> {
  const entries = Object.entries(settings);
  const schema = z.object(Object.fromEntries(entries.map(([, { variable, schema: one }]) => [variable, one])));
  const parsed = parseAt('environment', schema, environment);
  if (!parsed.ok) return parsed;
  return succeed(Object.fromEntries(entries.map(([name, { variable }]) => [name, parsed.value[variable]])) as T);
}
