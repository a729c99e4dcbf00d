/** Result of `read`, or `undefined` if it throws, as for refused storage, text that cannot be parsed, or a missing file. */
export function unlessThrown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
