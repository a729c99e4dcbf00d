/** `undefined` where reading throws: storage that refuses, a text that cannot be parsed, a file that is gone. */
export function unlessThrown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
