import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { languageParts } from '../.build/language-parts.ts';
import { CHROMIUM_FLAGS, ensureChromium, findHeadlessShell } from '../.ci/chromium.mjs';
import { testFilesWith, WHOLLY_THOROUGH } from '../.ci/test/tagged-files.mjs';

const root = new URL('..', import.meta.url).pathname;

/** Files of which `npm test` runs no test are not loaded by it. */
const exclude = process.env['ORIEL_TEST_CORE'] === '1' ? testFilesWith(WHOLLY_THOROUGH) : [];

/** Three levels: pure logic in Node, real workers and storage in Chromium, the built product from outside. */
export default defineConfig({
  root,
  test: {
    tags: [
      {
        name: 'thorough',
        description: 'Left to `npm run test:all`: many cases, other programs, or the tools of the repository.',
      },
      {
        name: 'random',
        description: 'Random runs, of which `npm test` takes a tenth, with one seed, and `npm run test:all` all.',
      },
    ],
    projects: [
      {
        root,
        plugins: [languageParts()],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude,
          environment: 'node',
          setupFiles: ['tests/support/random-seed.ts'],
          /** Its sources are TypeScript: tests compare ours with what it makes of the same bytes. */
          server: { deps: { inline: [/hls\.js\/src/] } },
          /** Time limit for a busy machine: no rule waits for real time. */
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          /** Files share their imports, which halves the time of a run: a test leaves nothing behind. */
          isolate: false,
          pool: 'threads',
          /** Workers, one more than processors: some wait for sockets and processes while others work. */
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        root,
        plugins: [languageParts(), react()],
        worker: { format: 'es' },
        /** Frames of the files share the modules of one run, instead of asking the server for each again. */
        server: { headers: { 'Cache-Control': 'max-age=3600' } },
        /** Packages to optimise at the start: one that is found late makes the runner reload in the middle of a test. */
        optimizeDeps: {
          include: ['zod/mini', 'alpinejs', 'immer', 'mobx', 'pinia', 'svelte/internal/client', 'vue'],
        },
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          /** Time limit for a busy machine, that of end-to-end tests, too. */
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/browser/empty-storage.ts'],
          /** Workers, two at most: one alone leaves half of two processors idle. */
          maxWorkers: Math.min(2, availableParallelism()),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: CHROMIUM_FLAGS,
                /** Read when a browser is launched: a run of unit tests looks for none. */
                get executablePath() {
                  return findHeadlessShell() ?? ensureChromium();
                },
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        root,
        plugins: [languageParts()],
        test: {
          name: 'end-to-end',
          include: ['tests/end-to-end/**/*.test.ts'],
          exclude,
          environment: 'node',
          globalSetup: ['tests/end-to-end/support/build-product.ts', 'tests/end-to-end/support/traces-folder.ts'],
          /** Bounds of a machine that is busy with something else: what waits for a condition ends as soon as it holds. */
          testTimeout: 240_000,
          hookTimeout: 240_000,
          /** The files of a worker share a browser. */
          isolate: false,
          /**
           * A page that plays takes a third of a processor for as long as its test takes, and tests take longer the more
           * pages play: six at a time took a fifth more work than two, and twice the time for each test. Two of a worker hide each
           * other's waits for playback.
           */
          maxWorkers: Math.min(2, availableParallelism()),
          sequence: { groupOrder: 2 },
          maxConcurrency: 2,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
