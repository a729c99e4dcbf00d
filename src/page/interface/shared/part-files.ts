import { chunkFiles } from '../../platform/load-chunk.ts';

/** Addresses of the files of a part of the page, without loading it. The build provides them; in sources the list is empty. */
export function partFiles(load: () => Promise<unknown>): readonly string[] {
  const addresses: string[] = [];
  const { fetch } = chunkFiles;
  chunkFiles.fetch = (address) => {
    addresses.push(address);
    // The part waits for its files, so its code does not run.
    return new Promise(() => undefined);
  };
  void load();
  chunkFiles.fetch = fetch;
  return addresses;
}
