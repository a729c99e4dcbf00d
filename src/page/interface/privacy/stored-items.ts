import {
  BROWSER_COOKIE_LIFETIME_MAX_SECONDS,
  LOCAL_ENTRY_LIFETIME_MS,
  LOCATION_TOKEN_LIFETIME_SECONDS,
  REQUEST_MAX_AGE_MS,
} from '../../../../protocol/constants.ts';
import {
  COOKIE_NAMES,
  VISITOR_COOKIE,
  VISITOR_COOKIE_LIFETIME_SECONDS,
} from '../../../../protocol/infrastructure/cookies.ts';
import type { KeptClass } from '../../../../protocol/privacy/consent.ts';
import {
  CONFIG_DATABASE_PREFIX,
  ENTRY_PREFIX,
  JOURNAL_PREFIX,
  LOG_DATABASE_PREFIX,
  POSITIONS_ENTRY,
  SINGLE_KEYS_ENTRY,
  TIME_LEFT_ENTRY,
  SOUND_ENTRY,
} from '../../../../protocol/privacy/stored-names.ts';

/** Places in which a browser stores data for the origin of the player. */
export const STORED_KINDS = ['cookie', 'local', 'session', 'database', 'cache', 'worker'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

/** A stored item as the browser lists it. */
export interface StoredItem {
  readonly kind: StoredKind;
  readonly name: string;
  /** Number of records in all stores of a database; 1 for anything else. */
  readonly records: number;
}

/** How long an item stays, unless it is erased before. */
export type Lifetime =
  { readonly days: number } | { readonly untilDelivered: true; readonly days: number } | 'untilReplaced' | 'unknown';

export interface Description {
  readonly kept: KeptClass | 'unknown';
  readonly lifetime: Lifetime;
}

const DAY_SECONDS = 86_400;
/** Preferences have a lifetime of two years, which browsers shorten (S9). */
const COOKIE_DAYS_MAX = BROWSER_COOKIE_LIFETIME_MAX_SECONDS / DAY_SECONDS;
const DAY_MS = DAY_SECONDS * 1_000;
const ENTRY_DAYS = LOCAL_ENTRY_LIFETIME_MS / DAY_MS;

const choices = (days: number): Description => ({ kept: 'choices', lifetime: { days } });
const location: Description = {
  kept: 'location',
  lifetime: { days: LOCATION_TOKEN_LIFETIME_SECONDS / DAY_SECONDS },
};
const delivery: Description = {
  kept: 'delivery',
  lifetime: { untilDelivered: true, days: REQUEST_MAX_AGE_MS / DAY_MS },
};

/** Items that the player or the reference provider stores. A name that ends with a dot is a prefix of the stored name. */
const KNOWN: readonly (readonly [kind: StoredKind, start: string, description: Description])[] = [
  ['cookie', COOKIE_NAMES.preferences, choices(COOKIE_DAYS_MAX)],
  ['cookie', COOKIE_NAMES.locationToken, location],
  ['cookie', VISITOR_COOKIE, { kept: 'visitor', lifetime: { days: VISITOR_COOKIE_LIFETIME_SECONDS / DAY_SECONDS } }],
  ['local', JOURNAL_PREFIX, delivery],
  ['local', `${ENTRY_PREFIX}${COOKIE_NAMES.preferences}`, choices(ENTRY_DAYS)],
  ['local', `${ENTRY_PREFIX}${COOKIE_NAMES.locationToken}`, location],
  ['local', `${ENTRY_PREFIX}caption-style`, choices(ENTRY_DAYS)],
  ['local', `${ENTRY_PREFIX}${SINGLE_KEYS_ENTRY}`, choices(ENTRY_DAYS)],
  ['local', `${ENTRY_PREFIX}${SOUND_ENTRY}`, choices(ENTRY_DAYS)],
  ['local', `${ENTRY_PREFIX}${TIME_LEFT_ENTRY}`, choices(ENTRY_DAYS)],
  ['local', `${ENTRY_PREFIX}${POSITIONS_ENTRY}`, { kept: 'positions', lifetime: { days: ENTRY_DAYS } }],
  ['database', LOG_DATABASE_PREFIX, delivery],
  ['database', CONFIG_DATABASE_PREFIX, { kept: 'configuration', lifetime: 'untilReplaced' }],
];

/** Items that are not in this table are described as unknown, and are shown all the same. */
export function describeStored({ kind, name }: Pick<StoredItem, 'kind' | 'name'>): Description {
  const known = KNOWN.find(
    ([ofKind, start]) => ofKind === kind && (isPrefix(start) ? name.startsWith(start) : name === start),
  );
  return known?.[2] ?? { kept: 'unknown', lifetime: 'unknown' };
}

function isPrefix(start: string): boolean {
  return start.endsWith('.');
}
