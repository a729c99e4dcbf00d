import * as z from 'zod/mini';
import { Name } from '../runtime/bounded.ts';

/** The data of the page about one person. An extension; the player does not depend on it. */

/**
 * Kinds of ids of a person: the session of one page, the visitor id of a browser, or the account (data-sync id) from the operator's
 * sign-in.
 */
export const PERSON_KINDS = ['session', 'visitor', 'account'] as const;

const SESSION = 'The id of a session is 32 characters of 0-9 a-f.';
const VISITOR = 'The id of a visitor is 16 characters of A-Z a-z 0-9 _ -.';

export const Person = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), id: z.string().check(z.regex(/^[0-9a-f]{32}$/, SESSION)) }),
  z.object({ kind: z.literal('visitor'), id: z.string().check(z.regex(/^[\w-]{16}$/, VISITOR)) }),
  z.object({ kind: z.literal('account'), id: Name.check(z.minLength(1, 'Name the account.')) }),
]);
export type Person = z.infer<typeof Person>;

/** Numbers of rows by table. */
export const PersonRows = z.record(z.string(), z.int());
export type PersonRows = z.infer<typeof PersonRows>;

const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  events: ['event', 'events'],
  sessions: ['session', 'sessions'],
  feedback: ['like, dislike or report', 'likes, dislikes and reports'],
  subscriptions: ['subscription', 'subscriptions'],
  channel_preferences: ['preference', 'preferences'],
  playlist_items: ['saved video', 'saved videos'],
  viewers: ['record of visits', 'records of visits'],
};

/** Describes the rows of a person in words; empty without rows. */
export function describeRows(rows: PersonRows, format: (count: number) => string): string {
  return Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${format(count)} ${NAMES[table]?.[count === 1 ? 0 : 1] ?? table}`)
    .join(', ');
}

export const FoundPerson = z.object({ rows: PersonRows });
