import compat from 'eslint-plugin-compat';
import es from 'eslint-plugin-es-x';

/** Features that are newer than the language version of the product's own types. */
const NEWER = ['2023', '2024', '2025'].map((year) => es.configs[`flat/no-new-in-es${year}`].rules);
/** Members with the same name as other members: only types can distinguish them, and the compiler does that for the sources. */
const NAMESAKES = /iterator-prototype|array-prototype-findlast|arraybuffer-prototype-transfer|resizable-and-growable/;

/**
 * Checks the build for viewers and host pages, including libraries, against the oldest supported browsers (`browserslist` in
 * `package.json`).
 */
export default [
  {
    /** Pages for operators and developers, and the demo, which only have to run in current browsers. */
    ignores: ['**/{viewers,videos,live,people,reports}-page-*.js', '**/{demo,states,schemas,bench-hook}-*.js'],
  },
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { compat, 'es-x': es },
    settings: {
      'es-x': { aggressive: true },
      /** APIs that the code tests for before use, each with a fallback (`tests/end-to-end/browsers/absent-apis.test.ts`). */
      polyfills: ['CompressionStream', 'DecompressionStream', 'OffscreenCanvas', 'navigator.connection', 'scheduler'],
    },
    rules: {
      ...Object.fromEntries(NEWER.flatMap((rules) => Object.entries(rules)).filter(([name]) => !NAMESAKES.test(name))),
      'es-x/no-class-static-block': 'error',
      'es-x/no-regexp-v-flag': 'error',
      'compat/compat': 'error',
    },
  },
];
