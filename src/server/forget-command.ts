import { parseArgs } from 'node:util';
import type { Clock } from '../../protocol/runtime/clock.ts';
import { counted } from '../../protocol/runtime/counted.ts';
import type { Database } from '../provider/database/database.ts';
import { findForgettable, forgetEvents, type ForgottenRows } from '../provider/storage/forget-events.ts';
import { groupDigits } from '../provider/settings/group-digits.ts';

const USAGE = `Deletes events that arrived within a time, such as those of a flood, from the database of a running provider:
  npm run forget -- --from 2026-11-27T08:00Z --to 2026-11-27T08:05Z
  --keep-known   keeps those of networks (/24, /48) that have a hundredth as many of other times, or more
  --delete       deletes; without it, only counts`;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

export interface ForgetCommandOptions {
  readonly args: readonly string[];
  /** Opens the database that the settings name. */
  readonly open: () => Promise<Database>;
  /** File of the database, for the report; `undefined` for a database that is not a file. */
  readonly name?: string | undefined;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** `npm run forget`. Returns whether the command succeeded. */
export async function forgetCommand({
  args,
  open,
  name,
  clock,
  say,
  complain,
}: ForgetCommandOptions): Promise<boolean> {
  const asked = readArguments(args);
  if (typeof asked === 'string') {
    complain(`${asked}\n\n${USAGE}`);
    return false;
  }
  const { isDeletion, ...options } = asked;
  const database = await open();
  try {
    if (name !== undefined) say(`Database ${name}`);
    const rows = await (isDeletion ? forgetEvents(database, clock, options) : findForgettable(database, options));
    for (const line of reportOf(rows, asked)) say(line);
    return true;
  } finally {
    await database.close();
  }
}

interface Asked {
  readonly fromMs: number;
  readonly toMs: number;
  readonly keepKnown: boolean;
  readonly isDeletion: boolean;
}

/** Parses the arguments; returns a text that describes a mistake in them. */
function readArguments(args: readonly string[]): Asked | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        'keep-known': { type: 'boolean', default: false },
        delete: { type: 'boolean', default: false },
      },
    });
    const { from = '', to = '', 'keep-known': keepKnown, delete: isDeletion } = values;
    for (const [name, text] of Object.entries({ from, to }))
      if (!ISO_TIME.test(text) || Number.isNaN(Date.parse(text)))
        return `--${name} ${text}: write a time with its zone, such as 2026-11-27T08:00Z.`;
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    return fromMs < toMs ? { fromMs, toMs, keepKnown, isDeletion } : '--from has to be before --to.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function reportOf(rows: ForgottenRows, { fromMs, toMs, keepKnown, isDeletion }: Asked): string[] {
  const { events, sessions, networks, knownNetworks, knownEvents } = rows;
  const [from, to] = [fromMs, toMs].map((timeMs) => new Date(timeMs).toISOString());
  const known = `${counted(knownEvents, 'event', groupDigits)} of ${counted(knownNetworks, 'network', groupDigits)}`;
  const others = keepKnown
    ? `Kept, because their networks have at least a hundredth as many of other times: ${known}.`
    : `Of networks that have at least a hundredth as many of other times: ${known}. --keep-known keeps these.`;
  return [
    `Arrived from ${from} until ${to}: ${counted(events, 'event', groupDigits)} and ${counted(sessions, 'session', groupDigits)} of ${counted(networks, 'network', groupDigits)}.`,
    ...(knownNetworks === 0 ? [] : [others]),
    isDeletion ? 'They were deleted.' : 'Nothing was deleted: add --delete.',
  ];
}
