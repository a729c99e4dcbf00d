/** A parameter that is on or off. `undefined`: it counts as absent, as does anything that cannot be read. */
export function readFlag(text: string | null | undefined): boolean | undefined {
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : undefined;
}
