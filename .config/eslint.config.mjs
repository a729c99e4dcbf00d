import compat from 'eslint-plugin-compat';
import es from 'eslint-plugin-es-x';

/** Features that came after the year of our own types. */
const NEWER = ['2023', '2024', '2025'].map((year) => es.configs[`flat/no-new-in-es${year}`].rules);
/** Members that share their name with one of arrays, or of our own: only types can tell them apart, and those of our code do. */
const NAMESAKES = /iterator-prototype|array-prototype-findlast|arraybuffer-prototype-transfer|resizable-and-growable/;

/**
 * Output of the build for viewers and host pages, libraries included, against the oldest browsers that are supported
 * (`browserslist` in `package.json`).
 */
export default [
  {
    /** Pages of the operator, the demo and the developers, whose browsers are of this year. */
    ignores: ['**/{viewers,videos,live}-page-*.js', '**/{demo,states,schemas,bench-hook}-*.js'],
  },
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { compat, 'es-x': es },
    settings: {
      'es-x': { aggressive: true },
      /** Asked for before they are used, each with another way (`tests/end-to-end/browsers/absent-apis.test.ts`). */
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
