import { readAttributes } from '../../../protocol/runtime/media/playlist-lines.ts';

/** Values of the variables of a playlist (RFC 8216bis, EXT-X-DEFINE), by name. */
export type Variables = ReadonlyMap<string, string>;

/**
 * The playlist with the values of its variables in their places. The definitions stay: clients read them, too. A variable from the
 * query of the address has no value here.
 *
 * @param imported Variables of the multivariant playlist, which a media playlist may import.
 */
export function withVariables(text: string, imported: Variables = new Map()): { text: string; variables: Variables } {
  const variables = new Map<string, string>();
  if (!text.includes('#EXT-X-DEFINE')) return { text, variables };
  const fill = (line: string): string =>
    line.replaceAll(/\{\$([\w-]+)\}/g, (reference, name: string) => variables.get(name) ?? reference);
  const lines = text.split(/\r?\n/).map((line) => {
    const filled = fill(line);
    if (!line.startsWith('#EXT-X-DEFINE:')) return filled;
    const { NAME, VALUE = '', IMPORT } = readAttributes(filled);
    if (NAME !== undefined) variables.set(NAME, VALUE);
    const value = IMPORT === undefined ? undefined : imported.get(IMPORT);
    if (IMPORT !== undefined && value !== undefined) variables.set(IMPORT, value);
    return filled;
  });
  return { text: lines.join('\n'), variables };
}
