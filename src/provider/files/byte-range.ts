export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses one `Range` header for a file of `sizeBytes`. `undefined` means the whole file: no header, another unit, or
 * several ranges, which a server may ignore. `'unsatisfiable'`: the range is outside of the file.
 */
export function readByteRange(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return clamp(Math.max(0, sizeBytes - Number(to)), sizeBytes - 1, sizeBytes);
  if (to !== '' && Number(to) < Number(from)) return undefined;
  return clamp(Number(from), to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1), sizeBytes);
}

function clamp(first: number, last: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  return first >= sizeBytes || last < first ? 'unsatisfiable' : { first, last };
}
