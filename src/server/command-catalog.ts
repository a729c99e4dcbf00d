import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Settings } from '../provider/settings/settings.ts';
import { openCatalogFolder } from './catalog-folder.ts';
import { makeFolder } from './make-folder.ts';
import { explainDataPath } from './start-failures.ts';

export interface CommandCatalogOptions {
  readonly settings: Pick<Settings, 'catalogFolder' | 'catalogSeed'>;
  /** Whether the command may make a missing folder. A command that only reads must not: it would show another catalog than the server's. */
  readonly mayMake: boolean;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Opens the server's catalog folder. Returns whether it exists; if not, the reason has been printed. */
export async function openCommandCatalog({
  settings,
  mayMake,
  say,
  complain,
}: CommandCatalogOptions): Promise<boolean> {
  const { catalogFolder, catalogSeed } = settings;
  // Only the catalog in the data folder starts as a copy of the seed; a catalog that a setting names starts empty.
  const [folder, kind, setting] =
    catalogSeed === undefined
      ? ([catalogFolder, 'catalog folder', 'ORIEL_CATALOG_DIR'] as const)
      : ([dirname(catalogFolder), 'data folder', 'ORIEL_DATA_DIR'] as const);
  const isNew = !(await isFolder(folder));
  if (isNew && !mayMake) {
    complain(
      `There is no ${kind} ${folder}. Give this command the ${setting} that the server has, or start that first.`,
    );
    return false;
  }
  try {
    await makeFolder(folder);
    await openCatalogFolder(settings);
  } catch (error) {
    complain(explainDataPath(`The ${kind} ${folder}`, error, setting));
    return false;
  }
  if (isNew) say(`The ${kind} ${folder} is new. A server with another ${setting} does not see what is in it.`);
  return true;
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
