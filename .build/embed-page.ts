import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { MAIN_SCRIPT_ELEMENT_ID } from '../protocol/page/page-config.ts';
import { buildScript } from './build-script.ts';

const PAGE = 'src/page/index.html';
/** Files that the boot script starts or preloads, by the id of their address in the page (`element-ids.ts`). */
const ADDRESSES: Readonly<Record<string, string>> = {
  'oriel-infrastructure-worker': 'workers/infrastructure/infrastructure.worker.ts',
  'oriel-media-worker': 'workers/media/media.worker.ts',
  'oriel-media-engine': 'workers/media/hls-engine.ts',
  'oriel-whole-engine': 'workers/media/whole-engine.ts',
  'oriel-live-start': 'workers/media/head-start/live-start.ts',
  'oriel-transport-start': 'workers/media/head-start/transport-start.ts',
  'oriel-host-bridge': 'src/page/bridge/start-host-bridge.ts',
};

/** The script tag of the page's module, which the boot script runs at once, or after the first frame of a stream that it started. */
const MAIN_SCRIPT = /<script type="module"[^>]* src="([^"]*\/(?:page-[^"]*\.js|page\/main\.ts))"><\/script>/;

/**
 * Lets the embed page paint and receive messages before its first request: the first styles and the boot script are
 * inlined into the HTML, with the worker's address, so that the boot script can start the worker.
 *
 * @param bootPlugins Plugins for the build of the boot script.
 */
export function embedPage(bootPlugins: () => readonly Plugin[] = () => []): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'oriel:embed-page',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        if (!filename.endsWith(PAGE)) return html;
        const styles = await readFile(resolve(config.root, 'src/page/boot/shell.css'), 'utf8');
        return html.replace('/*oriel:shell*/', () => styles);
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = Object.values(bundle).find((file) => file.fileName === PAGE);
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        page.source = await finish(config.root, html, bootPlugins(), (source) => {
          const name = source.slice(source.lastIndexOf('/') + 1, -'.ts'.length);
          const file = Object.keys(bundle).find(
            (candidate) => candidate.startsWith(`assets/${name}-`) && candidate.endsWith('.js'),
          );
          if (file === undefined) throw new Error(`the build made no ${source}`);
          return `/${file}`;
        });
      },
    },
  };
}

/** Does the same for the dev server's page. */
export function finishDevPage(root: string, html: string): Promise<string> {
  return finish(root, html, [], (source) => `/${source}?worker_file&type=module`);
}

async function finish(
  root: string,
  html: string,
  plugins: readonly Plugin[],
  addressOf: (source: string) => string,
): Promise<string> {
  const boot = await buildScript(root, 'src/page/boot/inline-boot.ts', 'iife', plugins);
  const main = MAIN_SCRIPT.exec(html)?.[1];
  if (main === undefined) throw new Error('the embed page has no module of its own');
  const addresses = [
    ...Object.entries(ADDRESSES).map(([id, source]) => [id, addressOf(source)]),
    [MAIN_SCRIPT_ELEMENT_ID, main],
  ];
  const metas = addresses.map(([id, address]) => `<meta id="${id}" content="${address}">`);
  return html.replace(MAIN_SCRIPT, '').replace('<!--oriel:boot-->', () => `${metas.join('')}<script>${boot}</script>`);
}
