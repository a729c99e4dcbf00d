import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Where Vite has the function that it puts around `import()`, under the name by which it is called. */
const HELPER = '\0vite/preload-helper.js';
const HELPER_FUNCTION = '__vitePreload';
/** Only the original has this. */
const TRACE_OF_ORIGINAL = 'vite:preloadError';

/** Loads the page's parts by `src/page/load-chunk.ts`. A Vite that no longer calls its own function so fails the build. */
export function chunkLoader(root: string): Plugin {
  const ours = resolve(root, 'src/page/load-chunk.ts');
  return {
    name: 'oriel:chunk-loader',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) =>
      id === HELPER ? `export { loadChunk as ${HELPER_FUNCTION} } from ${JSON.stringify(ours)};` : undefined,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.code.includes(TRACE_OF_ORIGINAL))
          this.error(`${file.fileName} loads chunks by Vite's own function instead of src/page/load-chunk.ts`);
    },
  };
}
