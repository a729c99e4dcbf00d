/** Comlink ships these types beside the module, where `exports` of its package hides them. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  export { default } from 'comlink/dist/esm/node-adapter';
}
