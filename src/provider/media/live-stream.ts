import { renditionsOf } from '../catalog/loading/inline-playlists.ts';
import { mediaAddress } from '../catalog/media-address.ts';
import { besides } from '../catalog/loading/side-files.ts';
import { fitToLoop, loopSeconds, readMediaPlaylist, type LoopRendition } from './media-playlist.ts';

/** A ladder made ready for looping: its multivariant playlist, and each rendition under a number. */
export interface LiveStream {
  readonly master: string;
  readonly renditions: readonly LoopRendition[];
}

/** `reference` names the ladder's multivariant playlist. Throws what cannot be read, or has nothing to loop. */
export async function loadLiveStream(
  reference: string,
  readText: (reference: string) => Promise<string>,
): Promise<LiveStream> {
  const master = await readText(reference);
  const names = renditionsOf(master);
  const read = await Promise.all(
    names.map(async (name) => {
      const path = besides(reference, name);
      const rendition = readMediaPlaylist(await readText(path));
      return addressed(rendition, path);
    }),
  );
  const segmentCount = Math.min(...read.map((rendition) => rendition.segments.length));
  const [main] = read;
  const lengthSeconds = main === undefined ? 0 : loopSeconds({ segments: main.segments.slice(0, segmentCount) });
  if (lengthSeconds <= 0) throw new Error('it names no segments');
  return {
    master: rewriteMaster(master, names),
    renditions: read.map((rendition) => fitToLoop(rendition, segmentCount, lengthSeconds)),
  };
}

function addressed(rendition: LoopRendition, path: string): LoopRendition {
  const address = (uri: string): string => mediaAddress(besides(path, uri));
  const segments = rendition.segments.map((segment) => ({ ...segment, uri: address(segment.uri) }));
  return rendition.mapUri === undefined ? { segments } : { mapUri: address(rendition.mapUri), segments };
}

/** The same ladder with numbered playlists, and without subtitles, whose times do not loop. */
function rewriteMaster(master: string, names: readonly string[]): string {
  const numbered = (name: string): string => `${names.indexOf(name)}.m3u8`;
  return master
    .split(/\r?\n/)
    .filter((line) => !/^#EXT-X-MEDIA:TYPE=(?:SUBTITLES|CLOSED-CAPTIONS)/.test(line))
    .map((line) => {
      if (line.startsWith('#EXT-X-STREAM-INF')) return line.replace(/,SUBTITLES="[^"]*"/, '');
      if (line.startsWith('#EXT-X-MEDIA'))
        return line.replace(/\bURI="([^"]+)"/, (_, name: string) => `URI="${numbered(name)}"`);
      return line === '' || line.startsWith('#') ? line : numbered(line);
    })
    .join('\n');
}
