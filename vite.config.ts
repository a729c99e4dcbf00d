import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { chunkLoader } from './.build/chunk-loader.ts';
import { devProvider } from './.build/dev-provider.ts';
import { TEMPLATES } from './src/provider/frontend/frontend.ts';
import { embedPage } from './.build/embed-page.ts';
import { OLDEST_BROWSERS } from './.build/oldest-browsers.ts';
import { languageParts } from './.build/language-parts.ts';
import { ownPlatform } from './.build/own-platform.ts';
import { packFiles } from './.build/pack-files.ts';
import { publishBuild } from './.build/publish-build.ts';
import { SLIM_HLS_CHANGES, slimHls } from './.build/slim-hls.ts';
import { ThirdPartyNotices } from './.build/third-party-notices.ts';

/**
 * Plugin for pages and workers. Constants are written where they are used, in every chunk; licences are in a separate
 * file, which the build writes.
 */
const SMALL: Rolldown.InputOptions = {
  optimization: { inlineConst: { mode: 'all', pass: 3 } },
};
const SMALL_OUTPUT = { comments: false } as const;

/** Vite drops what a worker's entry exports; the same file runs on main where there is no worker. */
const keepWorkerExports: Plugin = {
  name: 'oriel:keep-worker-exports',
  options: (options) => ({ ...options, preserveEntrySignatures: 'exports-only' }),
};

/** A chunk of modules of the page, with what they import. A module that is no longer there fails the build. */
function wholeChunk(name: string, ...modules: string[]): Rolldown.CodeSplittingGroup {
  const files = modules.map((module) => realpathSync(join(import.meta.dirname, 'src/page', module)));
  return { name, test: (id) => files.includes(id) };
}

/**
 * Modules that an entry always loads belong to it, and chunks on demand import them from there. Left alone, the bundler
 * makes a chunk of every piece that two of them share: more requests, and 1.5 kB more after compression.
 */
const WHOLE_CHUNKS = [
  /** With what the bridge and the interface both need: neither loads the other. */
  {
    name: 'page',
    test: /\/src\/page\/(?:main|platform\/own-address)\.ts$|\/protocol\/(?:host\/without-rate|version)\.ts$|rolldown\/runtime/,
    priority: 1,
  },
  /** Before the interface, which writes times as this does: a video that is only cued loads no interface. */
  { ...wholeChunk('shown-video', 'player/shown-video/shown-video.ts'), priority: 1 },
  /** Before the interface, with what both need: these two run in pages that never load it. */
  {
    ...wholeChunk(
      'after-start',
      'telemetry/start-telemetry.ts',
      'interface/preferences/start-preferences.ts',
      'infrastructure/viewer/deferred-work.ts',
      'player/follow-heartbeat.ts',
    ),
    priority: 1,
  },
  { ...wholeChunk('leave-alone', 'interface/alone/leave-alone.ts'), priority: 1 },
  wholeChunk('start-host-bridge', 'bridge/start-host-bridge.ts'),
  wholeChunk('open-interface', 'interface/open-interface.ts'),
  wholeChunk(
    'open-panel',
    'interface/layout/open-panel.tsx',
    'interface/viewer-actions/viewer-actions.ts',
    'interface/up-next/up-next-card.tsx',
  ),
  wholeChunk('captions', 'interface/captions/caption-window.tsx', 'player/captions/caption-tracks.ts'),
  wholeChunk('show-tracks', 'profiling/show-tracks.ts'),
];

/** With what its chunks on demand share with it: a head start has the connection to itself. */
const MEDIA_WORKER = { name: 'media.worker', test: /\/workers\/media\/media\.worker\.ts$/ };

const OUTPUT = 'dist';
/** A build that fails has changed nothing; one that does not takes the place of the other in a moment. */
const UNFINISHED = `${OUTPUT}/unfinished`;
const notices = new ThirdPartyNotices(import.meta.dirname, { 'hls.js': SLIM_HLS_CHANGES });

/** The player's page has a separate build: what it loads is counted. */
const { page: PAGE, ...OTHER_PAGES } = TEMPLATES;

/**
 * One build: `client` (pages and workers), `host` (the classic script that host pages load), `hostModule` and `hostElement`
 * (the modules, for `import`) and `provider` (the reference server, which serves all of them).
 */
export default defineConfig({
  plugins: [
    chunkLoader(import.meta.dirname),
    languageParts(),
    react(),
    embedPage(() => [notices.collect()]),
    devProvider(),
    notices.collect(),
    { ...ownPlatform(import.meta.dirname), applyToEnvironment: ({ name }) => name.startsWith('host') },
  ],
  appType: 'custom',
  worker: {
    format: 'es',
    rolldownOptions: { ...SMALL, output: { ...SMALL_OUTPUT, codeSplitting: { groups: [MEDIA_WORKER] } } },
    plugins: () => [keepWorkerExports, slimHls(), notices.collect()],
  },
  /** Scripts find each other wherever they are served; pages say where, and the provider puts its path in front. */
  experimental: { renderBuiltUrl: (_, { hostType }) => ({ relative: hostType !== 'html' }) },
  /** Stacks in error reports are read with the maps (`npm run stack`); pages do not name them. */
  /**
   * The syntax of 2022, of which the oldest browsers lack static blocks alone, which are not used: written for Safari 15.4 the
   * bundler takes private members apart, 5 kB more before the first frame. `npm run check` looks at what was built.
   */
  build: {
    target: 'es2022',
    cssTarget: OLDEST_BROWSERS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
  },
  server: {
    port: Number(process.env['PORT'] ?? 4173),
    host: true,
    allowedHosts: true,
    /** The embed page is isolated, and a page that is takes no worker from a response that is not. */
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  },
  optimizeDeps: { include: ['comlink', 'fflate', 'hls.js', 'idb', 'isbot', 'react-dom/client', 'uplot', 'zod/mini'] },
  environments: {
    client: {
      build: {
        outDir: `${UNFINISHED}/client`,
        emptyOutDir: true,
        rolldownOptions: {
          ...SMALL,
          input: { page: PAGE },
          output: { ...SMALL_OUTPUT, codeSplitting: { groups: WHOLE_CHUNKS } },
        },
      },
    },
    pages: {
      consumer: 'client',
      build: {
        outDir: `${UNFINISHED}/client`,
        emptyOutDir: false,
        rolldownOptions: {
          input: OTHER_PAGES,
          /** Code that two of these pages share, in one chunk; code that only those of the audience share, in another. */
          output: {
            codeSplitting: {
              groups: [
                { name: 'schemas', test: /^(?!.*(?:src\/audience\/|uplot))/, minShareCount: 2, priority: 1 },
                { name: 'plots', minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    host: {
      consumer: 'client',
      build: {
        outDir: `${UNFINISHED}/host`,
        emptyOutDir: true,
        rolldownOptions: {
          input: 'src/host/iframe-api.ts',
          output: { format: 'iife', entryFileNames: 'iframe_api.js' },
        },
      },
    },
    hostModule: {
      consumer: 'client',
      build: {
        outDir: `${UNFINISHED}/host`,
        emptyOutDir: false,
        rolldownOptions: {
          input: 'src/host/oriel.ts',
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'oriel.js' },
        },
      },
    },
    /** With its own copy of the client: one request, and pages that use both are few. */
    hostElement: {
      consumer: 'client',
      build: {
        outDir: `${UNFINISHED}/host`,
        emptyOutDir: false,
        rolldownOptions: {
          input: 'src/host/oriel-player.ts',
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: 'oriel-player.js' },
        },
      },
    },
    provider: {
      consumer: 'server',
      /** A tenth of it is used: built in, it is no package to install, and starts faster. */
      resolve: { noExternal: ['kysely'] },
      build: {
        ssr: true,
        sourcemap: false,
        outDir: `${UNFINISHED}/provider`,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            server: 'src/server/server.ts',
            backup: 'src/server/backup.ts',
            forget: 'src/server/forget.ts',
            viewers: 'src/server/viewers.ts',
            add: 'src/server/add.ts',
            prepare: 'src/server/prepare.ts',
            videos: 'src/server/videos.ts',
            consumer: 'src/server/consumer.ts',
            database: 'src/server/database.ts',
            catalog: 'src/server/catalog.ts',
            newcomers: 'src/server/newcomers.ts',
            captions: 'src/server/captions.ts',
            library: 'src/server/library.ts',
          },
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
    },
  },
  builder: {
    /** One set of plugins for all environments: the notices come from all of them. */
    sharedConfigBuild: true,
    async buildApp(builder) {
      for (const name of ['client', 'pages', 'host', 'hostModule', 'hostElement', 'provider'] as const) {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`no build environment ${name}`);
        await builder.build(environment);
      }
      const { root } = builder.config;
      await writeFile(join(root, UNFINISHED, 'client/third-party-notices.txt'), notices.text());
      await packFiles(join(root, UNFINISHED, 'client/assets'));
      await publishBuild(join(root, UNFINISHED), join(root, OUTPUT), ['client', 'host', 'provider'], Date.now());
    },
  },
});
