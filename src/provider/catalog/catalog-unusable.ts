const MEND = 'Set ORIEL_CATALOG_DIR to a folder that holds videos/, with a JSON file for each video.';

/** The catalog as a whole cannot be used. The message has the remedy. */
export class CatalogUnusable extends Error {
  override readonly name = 'CatalogUnusable';
  /** The message without a path of the server, for pages. */
  readonly problem: string;

  constructor(message: string, problem = message) {
    super(message);
    this.problem = problem;
  }
}

/** @param sentence About the folder of the catalog, whose path is only for the terminal. */
export function folderUnusable(folder: string, sentence: (path: string) => string): CatalogUnusable {
  return new CatalogUnusable(`${sentence(` ${folder}`)} ${MEND}`, `${sentence('')} ${MEND}`);
}
