/** Types for the parts of untyped packages that tests use. */
declare module 'alpinejs' {
  const Alpine: { reactive<Value extends object>(value: Value): Value };
  export default Alpine;
}

/** Svelte's compiler turns `$state(value)` into a call of `proxy`. */
declare module 'svelte/internal/client' {
  export function proxy<Value extends object>(value: Value): Value;
}
