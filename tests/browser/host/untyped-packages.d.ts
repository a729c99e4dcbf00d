/** The parts of packages without types that tests use. */
declare module 'alpinejs' {
  const Alpine: { reactive<Value extends object>(value: Value): Value };
  export default Alpine;
}

/** The compiler of Svelte turns `$state(value)` into a call of `proxy`. */
declare module 'svelte/internal/client' {
  export function proxy<Value extends object>(value: Value): Value;
}
