/** A function that makes a value at its first call, and returns the same value at all later calls. */
export function once<Value extends string | object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
