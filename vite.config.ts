import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * One build, three environments: `client` (pages and workers), `host` (the script that host pages load, one classic
 * file) and `provider` (the reference server).
 */
export default defineConfig({
  plugins: [react()],
  worker: { format: 'es' },
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
