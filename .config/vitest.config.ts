import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { languageParts } from '../.build/language-parts.ts';
import { CHROMIUM_FLAGS, ensureChromium, findHeadlessShell } from '../.ci/chromium.mjs';
import { testFilesWith, WHOLLY_THOROUGH } from '../.ci/test/tagged-files.mjs';

const root = new URL('..', import.meta.url).pathname;

/** Files that `npm test` need not load, because it runs none of their tests. */
const exclude = process.env['ORIEL_TEST_CORE'] === '1' ? testFilesWith(WHOLLY_THOROUGH) : [];

/** Three levels of tests: pure logic in Node, real workers and storage in Chromium, and the built product from outside. */
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
          /** Transforms the TypeScript sources of hls.js, with whose results tests compare the product's results. */
          server: { deps: { inline: [/hls\.js\/src/] } },
          /** Time limit for a busy machine; no test waits for real time. */
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          /** Files share loaded modules, which halves the time of a run; so tests must not leave state behind. */
          isolate: false,
          pool: 'threads',
          /** Workers, one more than processors, because some wait for sockets and processes while others work. */
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        root,
        plugins: [languageParts(), react()],
        worker: { format: 'es' },
        /** Lets the frames of a run's test files share modules through the HTTP cache, instead of requesting each again. */
        server: { headers: { 'Cache-Control': 'max-age=3600' } },
        /** Packages to optimise at the start: a package that is discovered late makes the runner reload in the middle of a test. */
        optimizeDeps: {
          include: ['zod/mini', 'alpinejs', 'immer', 'mobx', 'pinia', 'svelte/internal/client', 'vue'],
        },
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          /** Time limit for a busy machine. */
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/browser/empty-storage.ts'],
          /** Workers, at most two: a single worker leaves one of two processors idle. */
          maxWorkers: Math.min(2, availableParallelism()),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: CHROMIUM_FLAGS,
                /** Evaluated when a browser is launched, so that a run of only unit tests does not search for a browser. */
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
          /** Time limit for a busy machine; a wait for a condition ends as soon as the condition holds. */
          testTimeout: 240_000,
          hookTimeout: 240_000,
          /** The files of a worker share a browser. */
          isolate: false,
          /**
           * A playing page uses a third of a processor for the duration of its test, and tests take longer the more pages play:
           * six at a time took a fifth more CPU time than two, and twice the time for each test. Two concurrent tests in a worker
           * overlap their waits for playback.
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
