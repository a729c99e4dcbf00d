/** Loads in progress and loaded parts, by address. */
const fetched = new Map<string, Promise<void>>();

/**
 * A part that did not load is requested once more. Firefox fails all loads in progress when a viewer follows a link,
 * long before the page goes away, so a failure is believed only if the page is still there for a second one.
 */
const CHUNK_RETRY_DELAY_MS = 1_000;

/** Parts that did not load. */
const failed = new Set<string>();

/**
 * Listeners for parts of the page that did not load; the caller that requested the part gets the failure as well.
 * `isAgain`: it has failed before. Firefox keeps the failure of a module as long as the page.
 */
export const chunkFailures = { onFailure: (_isAgain: boolean): void => undefined };

/** Fetches a file of a part. Replaced while the files of a part are only listed (`interface/shared/part-files.ts`). */
export const chunkFiles = { fetch: fetchAhead };

/**
 * Loads a part of the page: the build wraps every `import()` in this, in place of the bundler's own function, which is
 * four times as long. `files`: the part's dependencies beside `importer`; its styles are loaded before its code runs.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  files: readonly string[],
  importer: string,
): Promise<Module> {
  const attempt = async (): Promise<Module> => {
    await Promise.all(files.map((file) => chunkFiles.fetch(new URL(file, importer).href)));
    return load();
  };
  try {
    return await attempt().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, CHUNK_RETRY_DELAY_MS));
      return attempt();
    });
  } catch (error) {
    const part = String(load);
    chunkFailures.onFailure(failed.has(part));
    failed.add(part);
    throw error;
  }
}

function fetchAhead(file: string): Promise<void> {
  const known = fetched.get(file);
  if (known !== undefined) return known;
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = file;
  const whenThere = new Promise<void>((resolve, reject) => {
    // A module that does not load fails its `import()`.
    if (!isStyle) return resolve();
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      fetched.delete(file);
      reject(new Error(`${file} did not load`));
    };
  });
  fetched.set(file, whenThere);
  document.head.append(link);
  return whenThere;
}
