type Given = string | null | undefined;

/** A parameter that is on or off. `undefined`: it counts as absent, as does anything that cannot be read. */
export function readFlag(given: Given): boolean | undefined {
  if (given === '1' || given === 'true') return true;
  return given === '0' || given === 'false' ? false : undefined;
}

/** Hosts write these words, and nothing at all, for an option that they have not set. */
export function readText(given: Given): string | undefined {
  return given === null || given === '' || given === 'undefined' || given === 'null' ? undefined : given;
}
