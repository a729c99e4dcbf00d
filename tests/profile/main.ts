import { join } from 'node:path';
import { runDiff } from './diff.ts';
import { EXIT, UsageError, type ExitCode } from './exit-codes.ts';
import { HELP, readCommand } from './options.ts';
import { runFoundPage } from './run-found-page.ts';
import { runProfile } from './run-profile.ts';
import { MAP_FOLDERS } from './trace/source-names.ts';

/** Whether a command needs a browser and a build before it runs; an invalid command needs neither, since `main` refuses it. */
export function needsOf(args: readonly string[]): { readonly browser: boolean; readonly build: boolean } {
  try {
    const command = readCommand(args);
    const browser = command.kind === 'profile';
    return { browser, build: browser && !command.options.isBuilt };
  } catch {
    return { browser: false, build: false };
  }
}

/** `npm run profile`. Resolves with the exit code of the process. */
export async function main(args: readonly string[], root = '.'): Promise<ExitCode> {
  try {
    return await run(args, root);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

async function run(args: readonly string[], root: string): Promise<ExitCode> {
  const command = readCommand(args);
  if (command.kind === 'help') {
    console.log(HELP);
    return EXIT.done;
  }
  if (command.kind === 'diff') return runDiff(command);
  const { options } = command;
  const place = { root, mapFolders: MAP_FOLDERS.map((folder) => join(root, 'dist', folder)) };
  const { files, isValid } = await (options.url === null
    ? runProfile(options, place)
    : runFoundPage(options.url, options, place));
  console.log(`\n${files.join('\n')}`);
  if (isValid) return EXIT.done;
  console.error(
    'The run is void: the report does not show the planted work where it was planted, within 10 %. Run it again on a machine that is less busy; if it stays, the tool reads the traces of this browser wrongly.',
  );
  return EXIT.void;
}
