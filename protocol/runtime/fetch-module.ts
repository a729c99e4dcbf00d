/** The part of `fetch` that is used here; `protocol` has no types of the platform. */
type Fetch = (
  address: string,
) => Promise<{ readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<unknown> }>;

/**
 * Requests a script, to its end, before it is imported. Most browsers keep the failure of an import as long as the page or the
 * worker (Firefox, Chromium at least up to 150), so only scripts in the browser's cache are imported. Rejects with an `Error` that
 * names the address, for an unsuccessful status, too.
 */
export async function fetchModule(address: string, fetch: Fetch): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    // The cache keeps only bodies that are read to their end.
    await response.arrayBuffer();
  } catch (cause) {
    throw new Error(`${address} did not load: ${cause}`, { cause });
  }
}

/** Address that a function imports, as the bundler wrote it; `undefined` if the function imports no literal address. */
export function importedAddress(load: () => Promise<unknown>): string | undefined {
  return /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1];
}
