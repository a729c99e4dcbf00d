import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { groupDigits } from './group-digits.ts';
import { LIMITS, type LimitName, type Limits } from './limits.ts';
import {
  HostNames,
  LogLevelSetting,
  NatsServers,
  Origin,
  Origins,
  PathPrefix,
  Price,
  Switch,
  Text,
  wholeNumber,
} from './setting-schemas.ts';

export const DEFAULT_PORT = 4_173;
const TRUSTED_HOPS_MAX = 10;

/** A setting that is not a limit. */
interface Setting<Schema> {
  readonly variable: string;
  readonly schema: Schema;
  /** The default for the reference. */
  readonly fallback: string;
  /** Text of the reference. */
  readonly says: string;
}

function setting<Schema>(variable: string, schema: Schema, fallback: string, says: string): Setting<Schema> {
  return { variable, schema, fallback, says };
}

/** Every setting that is not a limit. `npm run settings` writes them into the README. */
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
    'folder of the database, of your videos, and of those that are being uploaded',
  ),
  catalogFolder: setting(
    'ORIEL_CATALOG_DIR',
    Text,
    '`catalog` in the data folder',
    'folder of your videos; the default one begins with the demo videos',
  ),
  followLinks: setting(
    'ORIEL_FOLLOW_LINKS',
    Switch,
    'off',
    'serves what links below `media/` point to outside of it, such as videos on another disk',
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
    'host names to serve, joined by commas, `*.school.example` for all below one; 421 for others',
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
    'asked for on `/provider`. Without it, only loopback addresses at loopback names have access',
  ),
  logLevel: setting(
    'ORIEL_LOG_LEVEL',
    LogLevelSetting,
    '`info`; in a terminal `warn`',
    'what is written: `info` a line a request, `debug` media and assets too, with their paths',
  ),
  pricePerGb: setting(
    'ORIEL_PRICE_PER_GB',
    Price,
    'none: no costs',
    'what 1 GB (10⁹ bytes) of traffic costs you, in your currency: `/provider/viewers` shows the cost of each video and site',
  ),
  bench: setting('ORIEL_BENCH', Switch, 'off', 'pages define `window.__bench` and may log to any collector'),
  scenarios: setting(
    'ORIEL_SCENARIOS',
    Switch,
    'off',
    'faults on demand, for tests. Never where strangers can reach the server',
  ),
  demoAccount: setting(
    'ORIEL_DEMO_ACCOUNT',
    Switch,
    'off',
    'viewers of own pages are signed in, all as one account, to try that out. Never where strangers can reach the server',
  ),
  states: setting('ORIEL_STATES', Switch, 'off', '`/states` shows every screen of the player, for those who design it'),
} as const;

type Values = { readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> };

export interface Settings extends Omit<Values, 'dataFolder' | 'catalogFolder' | 'databaseUrl'> {
  readonly catalogFolder: string;
  /** Folder from which the default catalog is copied; absent if a setting names the catalog. */
  readonly catalogSeed?: string;
  readonly databaseUrl: string;
  /** Folder of videos on their way into the catalog. */
  readonly uploadFolder: string;
  /** File with the list of forgotten persons, which is applied to restored backups of the database. */
  readonly forgottenPath: string;
  readonly limits: Limits;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from the environment. Folders that are not set are in the checkout. */
export function readSettings(environment: Environment, checkout: string): Outcome<Settings> {
  const values = readNamed<Values>(environment, SETTINGS);
  const limits = readNamed<Limits>(environment, limitSettings());
  const problems = [values, limits].flatMap((outcome) => (outcome.ok ? [] : [outcome.message]));
  if (!values.ok || !limits.ok) return fail('edge.invalid', problems.join('; '));
  const { dataFolder = join(checkout, '.data'), catalogFolder, databaseUrl, ...rest } = values.value;
  return succeed({
    ...rest,
    ...(catalogFolder === undefined
      ? { catalogFolder: join(dataFolder, 'catalog'), catalogSeed: join(checkout, 'src/provider/catalog') }
      : { catalogFolder }),
    databaseUrl: databaseUrl ?? pathToFileURL(join(dataFolder, 'provider.db')).href,
    uploadFolder: join(dataFolder, 'uploads'),
    forgottenPath: join(dataFolder, 'forgotten.txt'),
    limits: limits.value,
  });
}

export interface SettingsWarning {
  readonly variable: string;
  readonly message: string;
}

/** Warnings about variables that are most likely not meant as they are set. */
export function settingsWarnings(environment: Environment, { limits }: Pick<Settings, 'limits'>): SettingsWarning[] {
  const known = new Set<string>([...Object.values(SETTINGS), ...Object.values(LIMITS)].map(({ variable }) => variable));
  const unknown = Object.keys(environment).filter((name) => name.startsWith('ORIEL_') && !known.has(name));
  const [address, all] = [LIMITS.connectionsPerAddressMax.variable, LIMITS.connectionsMax.variable];
  const isNoLimit = limits.connectionsPerAddressMax > limits.connectionsMax;
  const values = [limits.connectionsPerAddressMax, limits.connectionsMax].map(groupDigits);
  return [
    ...unknown.map((variable) => ({
      variable,
      message: `${variable} is no setting of the provider: npm run serve -- --settings lists them all.`,
    })),
    ...(isNoLimit
      ? [
          {
            variable: address,
            message: `${address} is ${values[0]}, more than the ${values[1]} of ${all}: raise that, too.`,
          },
        ]
      : []),
  ];
}

/** The limits as settings, which are read in the same way. */
export function limitSettings(): Record<LimitName, Setting<z.ZodMiniType<number>>> {
  const entries = Object.entries(LIMITS).map(([name, { variable, fallback, minimum, maximum, says }]) => [
    name,
    setting(variable, wholeNumber(fallback, minimum, maximum), groupDigits(fallback), says),
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
