import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Plugin, ViteDevServer } from 'vite';
import type { Provider } from '../src/provider/create-provider.ts';
import type { ServedFile } from '../src/provider/files/file-folder.ts';
import { TEMPLATES, type Frontend } from '../src/provider/frontend/frontend.ts';
import type { OpenProviderOptions } from '../src/server/start-provider.ts';
import { buildScript } from './build-script.ts';
import { ownPlatform } from './own-platform.ts';
import { finishDevPage } from './embed-page.ts';

/** Paths that Vite serves itself: sources and their transforms. */
const VITE_PATHS = /^\/(?:@|src\/|workers\/|protocol\/|node_modules\/)/;

/** `npm run dev`: runs the reference provider inside Vite's server, with pages and scripts directly from their sources. */
export function devProvider(): Plugin {
  return {
    name: 'oriel:dev-provider',
    apply: 'serve',
    async configureServer(server) {
      const { openProvider } = (await server.ssrLoadModule('/src/server/start-provider.ts')) as {
        openProvider: (options: OpenProviderOptions) => Promise<Provider>;
      };
      const provider = await openProvider({
        frontend: devFrontend(server),
        development: true,
        bench: process.env['ORIEL_BENCH'] === '1',
        states: true,
        onNotice: (notice) => server.config.logger.info(`catalog: ${notice}`),
        onProblem: (problem) => server.config.logger.warn(`catalog: ${problem}`),
        onBug: (error) => server.config.logger.error(String(error)),
      });
      const listener = getRequestListener((request, bindings) => provider.fetch(request, bindings));
      server.httpServer?.on('close', () => void provider.close());
      server.middlewares.use((request, response, next) => {
        if (VITE_PATHS.test(request.url ?? '')) next();
        else void listener(request, response);
      });
    },
  };
}

function devFrontend(server: ViteDevServer): Frontend {
  const { root } = server.config;
  return {
    async template(name, requestPath) {
      const file = TEMPLATES[name];
      const source = await readFile(resolve(root, file), 'utf8');
      // Makes relative addresses absolute: they are relative to the HTML's folder, whatever the request path is.
      const rooted = source.replaceAll('"./', `"/${file.slice(0, file.lastIndexOf('/'))}/`);
      const html = await server.transformIndexHtml(requestPath, rooted);
      return name === 'page' ? finishDevPage(root, html) : html;
    },
    async hostScript(fileName) {
      const plugins = [ownPlatform(root)];
      const script =
        fileName === 'iframe_api.js'
          ? buildScript(root, 'src/host/iframe-api.ts', 'iife', plugins)
          : buildScript(root, `src/host/${fileName.replace(/js$/, 'ts')}`, 'es', plugins);
      return servedText(await script);
    },
    asset: () => Promise.resolve(undefined),
    thirdPartyNotices: () => Promise.resolve(undefined),
  };
}

function servedText(text: string): ServedFile {
  const bytes = new TextEncoder().encode(text);
  return {
    key: text,
    sizeBytes: bytes.byteLength,
    etag: `"${bytes.byteLength}-${Date.now()}"`,
    modifiedMs: Date.now(),
    contentType: 'text/javascript; charset=utf-8',
    compressible: false,
    bytes: () => Promise.resolve(bytes),
    packed: () => Promise.resolve(undefined),
    part: (first, last) => Promise.resolve(bytes.subarray(first, last + 1)),
  };
}
