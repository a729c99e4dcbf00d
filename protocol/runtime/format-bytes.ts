const LARGER_UNITS = ['kB', 'MB', 'GB'] as const;

/** 950 B, 1.5 kB, 12 MB, 2.1 GB: in decimal units, with one digit after the point at most. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let text = `${Math.round(size)} B`;
  for (const unit of LARGER_UNITS) {
    // The rounded number decides, so that no text has 1000 of a unit.
    if (Number.parseFloat(text) < 1_000) break;
    size /= 1_000;
    text = `${Math.round(size * 10) / 10} ${unit}`;
  }
  return text;
}
