import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';

/** `npm run settings`: writes the reference of the provider's settings between the markers of its README. */
const root = resolve(import.meta.dirname, '..');
const path = join(root, 'src/provider/settings/README.md');
const MARKERS = /(?<=<!-- settings -->\n)[^]*(?=<!-- end of settings -->)/;

const { module } = await runnerImport(join(root, 'src/provider/settings/settings-reference.ts'));
const text = await readFile(path, 'utf8');
if (!MARKERS.test(text))
  throw new Error(`${path} has lost its markers: <!-- settings --> and <!-- end of settings -->.`);
const written = text.replace(MARKERS, () => `\n${module.settingsReference()}\n\n`);
await writeFile(path, await format(written, { ...(await resolveConfig(path)), filepath: path }));
