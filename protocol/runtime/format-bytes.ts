/** 950 B, 1.5 kB, 12 MB: in decimal units, with one digit after the point at most. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  return bytes < 1_000_000 ? `${tenths(bytes / 1_000)} kB` : `${tenths(bytes / 1_000_000)} MB`;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
