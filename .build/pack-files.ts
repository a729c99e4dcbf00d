import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packWell, PACKED_SUFFIXES, WORTH_COMPRESSING_BYTES } from '../src/provider/files/packed-file.ts';

const SCRIPT_OR_STYLES = /\.(?:js|css)$/;

/** Compresses every script and style sheet of `folder` in advance, in each encoding: servers do not compress at run time. */
export async function packFiles(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((file) => SCRIPT_OR_STYLES.test(file))) {
    const bytes = await readFile(join(folder, name));
    if (bytes.byteLength < WORTH_COMPRESSING_BYTES) continue;
    for (const encoding of ['br', 'gzip'] as const)
      await writeFile(join(folder, name + PACKED_SUFFIXES[encoding]), await packWell(bytes, encoding));
  }
}
