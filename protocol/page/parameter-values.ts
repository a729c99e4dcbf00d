type Given = string | null | undefined;

/** Reads a parameter that is on or off; `undefined` for an absent or unreadable value. */
export function readFlag(given: Given): boolean | undefined {
  if (given === '1' || given === 'true') return true;
  return given === '0' || given === 'false' ? false : undefined;
}

/** An empty value and the words `undefined` and `null` count as absent: hosts write them for unset options. */
export function readText(given: Given): string | undefined {
  return given === null || given === '' || given === 'undefined' || given === 'null' ? undefined : given;
}
