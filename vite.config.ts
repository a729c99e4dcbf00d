import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Vite drops what a worker's entry exports; the same file runs on main where there is no worker (design.md 3). */
const keepWorkerExports: Plugin = {
  name: 'oriel:keep-worker-exports',
  options: (options) => ({ ...options, preserveEntrySignatures: 'exports-only' }),
};

/**
 * One build, three environments: `client` (pages and workers), `host` (the script that host pages load, one classic
 * file) and `provider` (the reference server).
 */
export default defineConfig({
  plugins: [react()],
  worker: { format: 'es', plugins: () => [keepWorkerExports] },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        rolldownOptions: {
          input: {
            page: 'src/page/index.html',
            demo: 'src/demo/index.html',
            provider: 'src/provider/live-page/index.html',
          },
        },
      },
    },
    host: {
      consumer: 'client',
      build: {
        outDir: 'dist/host',
        emptyOutDir: true,
        rolldownOptions: {
          input: 'src/host/iframe-api.ts',
          output: { format: 'iife', entryFileNames: 'iframe_api.js' },
        },
      },
    },
    provider: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: 'dist/provider',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/provider/server.ts',
          output: { format: 'es', entryFileNames: 'server.js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'host', 'provider']) await builder.build(builder.environments[name]!);
    },
  },
});
