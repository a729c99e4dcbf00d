import { parseArgs } from 'node:util';
import { describeRows, Person, PERSON_KINDS } from '../../protocol/provider/person.ts';
import type { Clock, Random } from '../../protocol/runtime/clock.ts';
import type { Database } from '../provider/database/database.ts';
import { problemOf, REMEDIES, StorageUnavailable } from '../provider/database/storage-errors.ts';
import { systemFault } from '../provider/files/system-fault.ts';
import { groupDigits } from '../provider/settings/group-digits.ts';
import { ForgottenPersons } from '../provider/stores/forgotten-persons.ts';
import { PersonStore } from '../provider/stores/person-store.ts';

const USAGE = `What the database of a running provider has of one person:
  npm run viewers -- export --session ID FILE   writes it as JSON into a new file
  npm run viewers -- forget --session ID        counts it; with --delete, deletes it
  --session ID   events of one page: 32 hexadecimal digits
  --visitor ID   likes, reports, lists and subscriptions of a viewer without an account: 16 characters
  --account ID   the same of a signed-in user, by the data-sync id`;

export interface ViewersCommandOptions {
  readonly args: readonly string[];
  /** Opens the database that the settings name. */
  readonly open: () => Promise<Database>;
  /** Writes a new file that only its owner can read; rejects if the file exists. */
  readonly write: (path: string, parts: AsyncIterable<string>) => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  /** Path of the file that records forgotten persons. */
  readonly forgottenPath: string;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** `npm run viewers`. Returns whether the command succeeded. */
export async function viewersCommand(options: ViewersCommandOptions): Promise<boolean> {
  const { args, open, say, complain } = options;
  const asked = readArguments(args);
  if (typeof asked === 'string') {
    complain(`${asked}\n\n${USAGE}`);
    return false;
  }
  try {
    const database = await open();
    try {
      say(await run(asked, database, options));
      return true;
    } finally {
      await database.close();
    }
  } catch (error) {
    complain(explain(error, asked));
    return false;
  }
}

interface Asked {
  readonly person: Person;
  /** File to export to; `undefined` for a deletion. */
  readonly file: string | undefined;
  readonly isDeletion: boolean;
}

async function run(
  { person, file, isDeletion }: Asked,
  database: Database,
  { write, clock, random, forgottenPath }: ViewersCommandOptions,
): Promise<string> {
  const store = new PersonStore(database, clock);
  const rows = await store.find(person);
  const found = describeRows(rows, groupDigits);
  const of = `${person.kind} ${person.id}`;
  if (found === '') return `There is nothing of ${of}, and nothing was changed. Look whether the id is whole.`;
  if (file !== undefined) {
    await write(file, store.export(person));
    return `${found} of ${of} are in ${file}.`;
  }
  if (!isDeletion) return `There are ${found} of ${of}. Nothing was deleted: add --delete.`;
  const forgotten = new ForgottenPersons({ database, persons: store, random, path: forgottenPath });
  return `Deleted of ${of}: ${describeRows(await forgotten.forget(person), groupDigits)}.`;
}

function explain(error: unknown, { file, isDeletion }: Asked): string {
  const message = error instanceof Error ? error.message : String(error);
  const undone = isDeletion ? 'What was deleted stays deleted: give the command again.' : 'Nothing was changed.';
  if (error instanceof StorageUnavailable)
    return `${message.replace(/\.$/, '')}. ${REMEDIES[problemOf(error)]} ${undone}`;
  if ((error as NodeJS.ErrnoException).code === 'EEXIST') return `${file} exists already. Name another file.`;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `The folder of ${file} does not exist.`;
  const fault = systemFault(error, (error as NodeJS.ErrnoException).path ?? file ?? 'the database');
  return fault === undefined ? `${message} ${undone}` : `${fault.what}. ${fault.remedy}, and give the command again.`;
}

/** Parses the arguments; returns a text that describes a mistake in them. */
function readArguments(args: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        session: { type: 'string' },
        visitor: { type: 'string' },
        account: { type: 'string' },
        delete: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [name, file, ...more] = positionals;
    if (name !== 'export' && name !== 'forget') return 'Say export or forget.';
    const kinds = PERSON_KINDS.filter((kind) => values[kind] !== undefined);
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) return 'Name one of --session, --visitor and --account.';
    if (more.length > 0 || (name === 'forget' && file !== undefined))
      return `${[file, ...more].join(' ')} is too much.`;
    if (name === 'export' && file === undefined) return 'Name the file to write.';
    if (name === 'export' && values.delete) return 'export deletes nothing: give forget --delete after it.';
    const person = Person.safeParse({ kind, id: values[kind] });
    if (!person.success) return person.error.issues[0]?.message ?? 'This is no id.';
    return { person: person.data, file: name === 'export' ? file : undefined, isDeletion: values.delete };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
