import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { HostSite } from '../../support/host-site.ts';

const ROOT = process.cwd();

/** Address of a host page with an element, the host script and then the bundled `source`. */
export async function scriptedPage(
  site: HostSite,
  playerOrigin: string,
  elementId: string,
  source: string,
): Promise<string> {
  const script = await bundleScript(source);
  return site.page(
    `<!doctype html><title>Host</title><div id="${elementId}"></div>
    <script src="${playerOrigin}/iframe_api"></script><script>${script}</script>`,
  );
}

/** Bundles a page author's script with its packages into the text of an inline script. */
export async function bundleScript(source: string): Promise<string> {
  // Below node_modules, so that its imports resolve.
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'bundle-'));
  try {
    return await bundleFiles(folder, { 'entry.jsx': source });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bundles several files, the first as the entry, into the text of an inline script; uses a `vite.config.ts` among them. */
export async function bundleFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const [entry = ''] = Object.keys(files);
  const output = await build({
    root: folder,
    configFile: 'vite.config.ts' in files ? join(folder, 'vite.config.ts') : false,
    logLevel: 'error',
    plugins: [...plugins],
    define: { 'process.env.NODE_ENV': '"development"' },
    /** Bundlers for browsers replace this module of Node. */
    resolve: { alias: { events: 'eventemitter3' } },
    oxc: { jsx: { runtime: 'automatic', development: false }, decorator: { legacy: true } },
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, entry), output: { format: 'iife' } } },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (result === undefined || !('output' in result)) throw new Error('nothing was bundled');
  // Script tags, and the beginning of a comment, would change where the inline script ends.
  return result.output[0].code.replace(/<(?=\/script|script|!--)/g, '<\\');
}
