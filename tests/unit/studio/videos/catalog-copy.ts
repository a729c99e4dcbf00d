import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../../src/studio/preparation/run-tool.ts';
import { videosCommand } from '../../../../src/studio/videos/videos-command.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

export const NOW_MS = Date.UTC(2026, 0, 1);
const SOURCE = 'src/provider/catalog';

/** Copies the demo catalog for one test; returns the copy with a runner of the command `npm run videos`. */
export async function copyCatalog() {
  const folder = await temporaryFolder();
  for (const name of ['videos', 'playlists', 'media/demo', 'media/sphere'])
    await cp(join(SOURCE, name), join(folder, name), { recursive: true });
  const at = (path: string): string => join(folder, path);
  return {
    folder,
    at,
    read: (path: string) => readFile(at(path), 'utf8'),
    async edit(path: string, change: (text: string) => string) {
      await writeFile(at(path), change(await readFile(at(path), 'utf8')));
    },
    /** Every file with its content, as one value to compare. */
    async snapshot(): Promise<Record<string, string>> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
      return Object.fromEntries(files.map((file, index) => [file.slice(folder.length + 1), texts[index] ?? '']));
    },
    async run(args: readonly string[], reply?: string, nowMs = NOW_MS) {
      const [said, complaints]: [string[], string[]] = [[], []];
      const succeeded = await videosCommand({
        args,
        catalogFolder: folder,
        followLinks: false,
        say: (line) => said.push(line),
        complain: (line) => complaints.push(line),
        ask: reply === undefined ? undefined : () => Promise.resolve(reply),
        processId: process.pid,
        now: () => nowMs,
        run: runTool,
      });
      return { succeeded, said, complaints };
    },
  };
}

export type CatalogCopy = Awaited<ReturnType<typeof copyCatalog>>;
