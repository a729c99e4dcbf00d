import { join } from 'node:path';
import { build } from 'vite';
import { languageParts } from '../../../../.build/language-parts.ts';

let bundled: Promise<string> | undefined;

/** The walker and its table, as one script for pages. */
export const bundleWalker = (): Promise<string> => (bundled ??= bundle());

async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [languageParts()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(import.meta.dirname, 'in-page/entry.ts'), output: { format: 'iife' } },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (result === undefined || !('output' in result)) throw new Error('nothing was bundled');
  return result.output[0].code;
}
