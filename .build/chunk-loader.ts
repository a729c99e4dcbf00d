import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Vite's module with the function that wraps `import()`, and below, the name of that function. */
const HELPER = '\0vite/preload-helper.js';
const HELPER_FUNCTION = '__vitePreload';
/** A text that only occurs in Vite's original function. */
const TRACE_OF_ORIGINAL = 'vite:preloadError';

/** Makes the page load chunks with `src/page/platform/load-chunk.ts`. Fails the build if Vite no longer calls the function. */
export function chunkLoader(root: string): Plugin {
  const ours = resolve(root, 'src/page/platform/load-chunk.ts');
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
          this.error(`${file.fileName} loads chunks by Vite's own function instead of src/page/platform/load-chunk.ts`);
    },
  };
}
