import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The file of a database address; `undefined` for a database that is not a file, such as one in memory or elsewhere. */
export function databasePath(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = url.replace(/[?#].*$/, '');
  return path.startsWith('file:///') ? fileURLToPath(path) : path.slice('file:'.length);
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** For commands on a server's database: at a wrong address, the engine would create a new, empty database. */
export async function explainMissingDatabase(url: string): Promise<string | undefined> {
  const file = databasePath(url);
  if (file === undefined || (await exists(file))) return undefined;
  return `There is no database ${file}. Give this command the ORIEL_DATA_DIR or ORIEL_DATABASE_URL that the server has.`;
}
