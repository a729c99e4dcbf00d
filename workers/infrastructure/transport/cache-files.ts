/**
 * Reads files to their end, with the lowest priority: the browser's cache keeps only bodies that were read completely. A file that fails
 * is requested again when it is needed.
 */
export async function cacheFiles(addresses: readonly string[], fetch: typeof globalThis.fetch): Promise<void> {
  const read = async (address: string): Promise<void> => {
    const response = await fetch(address, { priority: 'low' });
    await response.arrayBuffer();
  };
  await Promise.allSettled(addresses.map(read));
}
