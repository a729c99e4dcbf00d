import { parseArgs } from 'node:util';
import { backUp } from '../provider/database/back-up.ts';
import { systemFault } from '../provider/files/system-fault.ts';
import { databasePath } from '../provider/database/database-path.ts';
import { commandSettings } from './command-settings.ts';
import { complain, say } from './terminal.ts';

const USAGE = `Copies the database of a running provider into a new file:
  npm run backup -- /backups/oriel.db`;

/** Entry of `npm run backup -- FILE`. Returns whether the command succeeded. */
async function main(args: readonly string[]): Promise<boolean> {
  const asked = readArguments(args);
  if (!asked.ok) {
    complain(`${asked.problem}\n\n${USAGE}`);
    return false;
  }
  const { target } = asked;
  if (target === undefined) {
    say(USAGE);
    return true;
  }
  const settings = commandSettings();
  if (settings === undefined) return false;
  const url = settings.databaseUrl;
  const outcome = await backUp(url, target);
  if (outcome.ok) say(`The database ${databasePath(url) ?? ''} was copied to ${target}.`);
  else complain(withRemedy(outcome.message, target));
  return outcome.ok;
}

/** Adds the remedy for a fault of the disk, which the database's message does not contain. */
function withRemedy(message: string, target: string): string {
  const fault = systemFault(new Error(message), target);
  return fault === undefined ? message : `${message} ${fault.remedy} (${target}), and give the command again.`;
}

type Asked = { readonly ok: true; readonly target?: string } | { readonly ok: false; readonly problem: string };

/** Reads the target file from the arguments; a request for help has no target. */
function readArguments(args: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: true,
    });
    if (values.help) return { ok: true };
    const [target, ...others] = positionals;
    if (target === undefined) return { ok: false, problem: 'Name the file to write.' };
    if (others.length > 0) return { ok: false, problem: `One file is written, and ${others.join(' ')} is too much.` };
    return { ok: true, target };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
