import { build } from 'vite';

/** Bundles a module of this folder as one classic script. */
export async function bundleScript(file) {
  const { output } = await bundle(new URL(file, import.meta.url).pathname, { format: 'iife' });
  return output[0].code;
}

/** Bundles a module with the styles that it imports, for a separate page. */
export async function bundlePage(path) {
  const { output } = await bundle(path, { format: 'es', codeSplitting: false });
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css')).map(({ source }) => String(source));
  return { script: output[0].code, styles: styles.join('\n') };
}

function bundle(input, output) {
  const options = { write: false, assetsInlineLimit: Number.POSITIVE_INFINITY, rollupOptions: { input, output } };
  return build({ configFile: false, logLevel: 'error', build: options });
}
