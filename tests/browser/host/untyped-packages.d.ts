/** The parts of packages without types that tests use. */
declare module 'alpinejs' {
  const Alpine: { reactive<Value extends object>(value: Value): Value };
  export default Alpine;
}

/** What the compiler of Svelte turns `$state(value)` into. */
declare module 'svelte/internal/client' {
  export function proxy<Value extends object>(value: Value): Value;
}
