import { fetchModule, importedAddress } from '../../../protocol/runtime/fetch-module.ts';

/** Loads in progress and loaded parts, by address. */
const fetched = new Map<string, Promise<void>>();

/**
 * Delay before a part that did not load is requested once more. Firefox fails all loads in progress when a viewer follows a
 * link, long before the page unloads, so only a second failure counts.
 */
const CHUNK_RETRY_DELAY_MS = 1_000;

/** Parts that did not load. */
const failed = new Set<string>();

/**
 * Listener for parts of the page that did not load; the caller that requested the part gets the failure as well.
 * `isAgain`: the part has failed before.
 */
export const chunkFailures = { onFailure: (_isAgain: boolean): void => undefined };

/** Fetches a file of a part. Replaced while the files of a part are only listed (`interface/shared/part-files.ts`). */
export const chunkFiles = { fetch: fetchAhead };

/**
 * Loads a part of the page: the build wraps every `import()` in this function, in place of the bundler's own, which does not
 * retry. `files`: files of the part, relative to `importer`; empty for a single script. Its code runs once all files are loaded.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  files: readonly string[],
  importer: string,
): Promise<Module> {
  const script = importedAddress(load);
  const needed = files.length > 0 || script === undefined ? files : [script];
  const attempt = async (): Promise<Module> => {
    await Promise.all(needed.map((file) => chunkFiles.fetch(new URL(file, importer).href)));
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
  const loading = file.endsWith('.css')
    ? loadStyle(file)
    : isRequested(file)
      ? Promise.resolve()
      : fetchModule(file, fetch);
  fetched.set(file, loading);
  loading.catch(() => fetched.delete(file));
  return loading;
}

/** Whether the page has already loaded a file, so that it is in the browser's cache. */
export const isRequested = (file: string): boolean =>
  performance.getEntriesByName(file).some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200);

function loadStyle(file: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = file;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${file} did not load`));
    };
    document.head.append(link);
  });
}
