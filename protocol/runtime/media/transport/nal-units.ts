/** Types of NAL units of H.264, by their first five bits. */
export const NAL = {
  slice: 1,
  keySlice: 5,
  information: 6,
  sequence: 7,
  picture: 8,
  delimiter: 9,
  filler: 12,
} as const;

export const nalType = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/** The units of a stream in Annex B, which begins with a start code and separates units by start codes: two zeros and a one. */
export function nalUnits(data: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let from: number | undefined;
  for (let one = data.indexOf(1); one !== -1; one = data.indexOf(1, one + 1)) {
    if (one < 2 || data[one - 1] !== 0 || data[one - 2] !== 0) continue;
    const before = withoutZerosBehind(data.subarray(from ?? 0, one - 2));
    if (from === undefined && before.length > 0) throw new Error('no unit in front');
    if (before.length > 0) units.push(before);
    from = one + 1;
  }
  if (from === undefined) throw new Error('no units');
  const last = withoutZerosBehind(data.subarray(from));
  return last.length > 0 ? [...units, last] : units;
}

/** Zeros at the end of a unit belong to the start code after it. */
function withoutZerosBehind(data: Uint8Array): Uint8Array {
  let end = data.length;
  while (end > 0 && data[end - 1] === 0) end -= 1;
  return data.subarray(0, end);
}
