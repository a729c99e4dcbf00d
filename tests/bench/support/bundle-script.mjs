import { build } from 'vite';

/** Bundles a module of this folder as one classic script. */
export async function bundleScript(file) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rollupOptions: { input: new URL(file, import.meta.url).pathname, output: { format: 'iife' } },
    },
  });
  return output[0].code;
}
