import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { buildScript } from './build-script.ts';

const PAGE = 'src/page/index.html';
const WORKER_SOURCE = 'workers/infrastructure/infrastructure.worker.ts';
const WORKER_ADDRESS_ID = 'oriel-infrastructure-worker';

/**
 * Makes the embed page paint and listen before its first request: styles of the first paint and the boot script go into
 * the HTML, and the worker's address with them, so that the boot script can start it.
 */
export function embedPage(): Plugin {
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
        const styles = await readFile(resolve(config.root, 'src/page/styles/shell.css'), 'utf8');
        return html.replace('/*oriel:shell*/', () => styles);
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = Object.values(bundle).find((file) => file.fileName === PAGE);
        if (page?.type !== 'asset') return;
        const worker = Object.keys(bundle).find((name) => /infrastructure\.worker-[\w-]+\.js$/.test(name));
        if (worker === undefined) throw new Error('the build made no infrastructure worker');
        page.source = await finish(config.root, String(page.source), `/${worker}`);
      },
    },
  };
}

/** The dev server's counterpart of the build step. */
export function finishDevPage(root: string, html: string): Promise<string> {
  return finish(root, html, `/${WORKER_SOURCE}?worker_file&type=module`);
}

async function finish(root: string, html: string, workerAddress: string): Promise<string> {
  const boot = await buildScript(root, 'src/page/boot/inline-boot.ts');
  const address = `<meta id="${WORKER_ADDRESS_ID}" content="${workerAddress}">`;
  return html.replace('<!--oriel:boot-->', () => `${address}<script>${boot}</script>`);
}
