import { readRenditions } from '../../../protocol/runtime/media/multivariant-playlist.ts';
import { readAttributes } from '../../../protocol/runtime/media/playlist-lines.ts';

/** A media playlist that an HLS multivariant playlist names. */
export interface NamedRendition {
  /** `iframe` is for fast rewinding: playback does not wait for it. */
  readonly kind: 'variant' | 'audio' | 'subtitles' | 'iframe' | 'other';
  /** Address as written in the playlist. */
  readonly uri: string;
}

interface Line {
  readonly text: string;
  readonly rendition?: NamedRendition;
}

const MEDIA_KINDS: Readonly<Record<string, NamedRendition['kind']>> = { AUDIO: 'audio', SUBTITLES: 'subtitles' };

export function isMultivariant(text: string): boolean {
  return /^#EXT-X-STREAM-INF:/m.test(text);
}

/** Every media playlist that a multivariant playlist names, each once; a variant that is a rendition, too, counts as a variant. */
export function renditionsIn(text: string): NamedRendition[] {
  const byUri = new Map<string, NamedRendition>();
  for (const { rendition } of readLines(text)) {
    if (rendition === undefined) continue;
    if (!byUri.has(rendition.uri) || rendition.kind === 'variant') byUri.set(rendition.uri, rendition);
  }
  return [...byUri.values()];
}

/** The playlist without these renditions; a group that loses its last member is no longer referenced. */
export function withoutRenditions(text: string, uris: ReadonlySet<string>): string {
  const lines = readLines(text);
  const isGone = ({ rendition }: Line): boolean => rendition !== undefined && uris.has(rendition.uri);
  const kept = lines.filter((line, index) => !isGone(line) && !isHeadOfGone(lines, index, isGone));
  const groups = (some: readonly Line[]): Set<string> => new Set(some.flatMap(({ text: line }) => groupOf(line) ?? []));
  const [before, after] = [groups(lines), groups(kept)];
  return kept
    .map(({ text: line }) =>
      line.startsWith('#EXT-X-STREAM-INF:')
        ? line.replaceAll(/,(AUDIO|SUBTITLES)="([^"]*)"/g, (attribute, type: string, id: string) =>
            before.has(`${type} ${id}`) && !after.has(`${type} ${id}`) ? '' : attribute,
          )
        : line,
    )
    .join('\n');
}

/** The playlist without subtitles in these languages, in lower case; forced subtitles stay. */
export function withoutSubtitles(text: string, languages: ReadonlySet<string>): string {
  const uris = readRenditions(text).flatMap(({ TYPE, LANGUAGE = '', FORCED, URI }) =>
    TYPE === 'SUBTITLES' && FORCED !== 'YES' && languages.has(LANGUAGE.toLowerCase()) ? (URI ?? []) : [],
  );
  return uris.length === 0 ? text : withoutRenditions(text, new Set(uris));
}

/** Whether a line has the attributes of a removed variant, whose address follows on a later line. */
function isHeadOfGone(lines: readonly Line[], index: number, isGone: (line: Line) => boolean): boolean {
  if (!lines[index]?.text.startsWith('#EXT-X-STREAM-INF:')) return false;
  const address = lines.slice(index + 1).find(({ rendition }) => rendition?.kind === 'variant');
  return address !== undefined && isGone(address);
}

function groupOf(line: string): string | undefined {
  const { TYPE, 'GROUP-ID': id } = readAttributes(line);
  return TYPE === undefined || id === undefined ? undefined : `${TYPE} ${id}`;
}

function readLines(text: string): Line[] {
  let afterStreamInf = false;
  return text.split(/\r?\n/).map((line) => {
    if (line.startsWith('#EXT-X-STREAM-INF:')) afterStreamInf = true;
    const isAddress = line.trim() !== '' && !line.startsWith('#');
    const rendition = isAddress && afterStreamInf ? { kind: 'variant' as const, uri: line.trim() } : tagged(line);
    if (isAddress) afterStreamInf = false;
    return rendition === undefined ? { text: line } : { text: line, rendition };
  });
}

/** The rendition that the `URI` attribute of this line names. */
function tagged(line: string): NamedRendition | undefined {
  const { URI: uri, TYPE: type } = readAttributes(line);
  if (!line.startsWith('#') || !uri) return undefined;
  if (line.startsWith('#EXT-X-I-FRAME-STREAM-INF:')) return { kind: 'iframe', uri };
  return type === undefined ? undefined : { kind: MEDIA_KINDS[type] ?? 'other', uri };
}
