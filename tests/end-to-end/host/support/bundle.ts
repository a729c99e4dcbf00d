import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { HostSite } from '../../support/host-site.ts';

const ROOT = process.cwd();

/** The address of a page with one element, the host script and then its author's script. */
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

/** A page author's script bundled with its packages, as one text to be inlined. */
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

/** The same for several files, of which the first is the entry; a `vite.config.ts` among them is used. */
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
  // Both, and the beginning of a comment, would change where the script ends.
  return result.output[0].code.replace(/<(?=\/script|script|!--)/g, '<\\');
}
