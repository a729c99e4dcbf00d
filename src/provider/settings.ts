import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { PROVIDER } from '../../protocol/constants.ts';
import { parseAt } from '../../protocol/parse.ts';
import type { Outcome } from '../../protocol/outcome.ts';

const Switch = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value === '1' || value === 'true'),
);
/** An empty variable counts as unset, as in most shells' habits. */
const Text = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value === '' ? undefined : value)),
);

const PORT_RULE = 'must be a whole number from 0 to 65535';

const Environment = z.object({
  PORT: z.pipe(
    Text,
    z.pipe(
      z.transform((value: string | undefined) => Number(value ?? PROVIDER.defaultPort)),
      z.int(PORT_RULE).check(z.gte(0, PORT_RULE), z.lte(65_535, PORT_RULE)),
    ),
  ),
  ORIEL_HOST: Text,
  ORIEL_DATA_DIR: Text,
  ORIEL_CATALOG_DIR: Text,
  ORIEL_DATABASE_URL: Text,
  ORIEL_DATABASE_TOKEN: Text,
  ORIEL_PUBLIC_ORIGIN: z.pipe(
    Text,
    z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/?#]+$/, 'must be an origin such as https://videos.example'))),
  ),
  ORIEL_OPERATOR_PASSWORD: Text,
  ORIEL_BENCH: Switch,
  ORIEL_SCENARIOS: Switch,
});

export interface Settings {
  readonly port: number;
  readonly host: string | undefined;
  readonly catalogFolder: string;
  readonly databaseUrl: string;
  readonly databaseAuthToken: string | undefined;
  readonly publicOrigin: string | undefined;
  readonly operatorPassword: string | undefined;
  readonly bench: boolean;
  readonly scenarios: boolean;
}

/** The environment as settings. Folders that are not named lie in the checkout. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  checkout: string,
): Outcome<Settings> {
  const parsed = parseAt('environment', Environment, environment);
  if (!parsed.ok) return parsed;
  const values = parsed.value;
  const dataFolder = values.ORIEL_DATA_DIR ?? join(checkout, '.data');
  return {
    ok: true,
    value: {
      port: values.PORT,
      host: values.ORIEL_HOST,
      catalogFolder: values.ORIEL_CATALOG_DIR ?? join(checkout, 'src/provider/catalog'),
      databaseUrl: values.ORIEL_DATABASE_URL ?? pathToFileURL(join(dataFolder, 'provider.db')).href,
      databaseAuthToken: values.ORIEL_DATABASE_TOKEN,
      publicOrigin: values.ORIEL_PUBLIC_ORIGIN,
      operatorPassword: values.ORIEL_OPERATOR_PASSWORD,
      bench: values.ORIEL_BENCH,
      scenarios: values.ORIEL_SCENARIOS,
    },
  };
}
