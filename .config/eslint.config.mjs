import compat from 'eslint-plugin-compat';
import es from 'eslint-plugin-es-x';

/**
 * What the build wrote for viewers and host pages, libraries included, against the oldest browsers that are supported
 * (`browserslist` in `package.json`). The types of our own code know nothing newer than 2021 but what is listed there; this
 * looks at the rest. Members that have the name of a newer one without being one are let through by name.
 */
const NEWER = ['2023', '2024', '2025', '2026'].map((year) => es.configs[`flat/no-new-in-es${year}`]?.rules ?? {});
/** Arrays have methods of the same names. */
const NAMESAKES = /iterator-prototype|array-prototype-findlast|arraybuffer-prototype-transfer|resizable-and-growable/;

export default [
  {
    /** Pages of the operator, the demo and the developers, whose browsers are of this year. */
    ignores: ['**/{viewers,films,live}-page-*.js', '**/{demo,states,schemas,bench-hook}-*.js'],
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
