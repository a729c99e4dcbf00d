/** The grammar that all HLS playlists share (RFC 8216, section 4): attributes of a tag, and ranges of bytes. */

export type Attributes = Readonly<Record<string, string>>;

/** Attributes of a tag's line: `NAME=value` and `NAME="value, with commas"`. */
export function readAttributes(line: string): Attributes {
  const attributes: Record<string, string> = {};
  // Either `quoted` or `plain` has always matched.
  for (const [, name, quoted, plain] of line.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g))
    attributes[name as string] = (quoted ?? plain) as string;
  return attributes;
}

/** Converts a range `length@start` to `first-last`. Without a start, the range follows the range `before`. */
export function readRange(text = '', before = ''): string | undefined {
  const [, length, start = Number(before.split('-')[1] ?? -1) + 1] = /(\d+)(?:@(\d+))?/.exec(text) ?? [];
  return length && `${start}-${Number(start) + Number(length) - 1}`;
}
