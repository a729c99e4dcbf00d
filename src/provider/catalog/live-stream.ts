import type { Ladder } from './loading/ladder.ts';
import { MediaFault } from './loading/media-folder.ts';
import { below } from './loading/playlist-file.ts';
import { mediaAddress } from './media-address.ts';
import type { ListedPart } from '../../../protocol/runtime/media/media-playlist.ts';
import { readAttributes } from '../../../protocol/runtime/media/playlist-lines.ts';
import { fitToLoop, loopSeconds, type Loop } from '../streams/media-playlist.ts';

/** A ladder prepared for looping: its multivariant playlist, and each rendition under a number. */
export interface LiveStream {
  readonly master: string;
  readonly renditions: readonly Loop[];
}

/** Throws if there is nothing to loop. */
export function loadLiveStream(ladder: Ladder): LiveStream {
  const read = ladder.renditions.map(({ reference, listed }) => addressed(listed, reference));
  const segmentCount = Math.min(...read.map((rendition) => rendition.segments.length));
  const [main] = read;
  const lengthSeconds = main === undefined ? 0 : loopSeconds({ segments: main.segments.slice(0, segmentCount) });
  if (lengthSeconds <= 0)
    throw new MediaFault(`media/${ladder.reference} has nothing to loop: it names no playlists with segments`);
  const names = ladder.renditions.map(({ uri }) => uri);
  return {
    master: rewriteMaster(ladder.text, names),
    renditions: read.map((rendition) => fitToLoop(rendition, segmentCount, lengthSeconds)),
  };
}

function addressed({ segments }: Loop, reference: string): Loop {
  const address = (part: ListedPart): ListedPart => {
    const file = below(reference, part.uri);
    return file === undefined ? part : { ...part, uri: mediaAddress(file) };
  };
  return {
    segments: segments.map((segment) => ({
      ...segment,
      ...address(segment),
      ...(segment.map === undefined ? {} : { map: address(segment.map) }),
    })),
  };
}

const TEXT_KINDS: ReadonlySet<string | undefined> = new Set(['SUBTITLES', 'CLOSED-CAPTIONS']);

/** The multivariant playlist with numbered media playlists, and without subtitles, because their times cannot be looped. */
function rewriteMaster(master: string, names: readonly string[]): string {
  const numbered = (name: string): string => `${names.indexOf(name)}.m3u8`;
  return master
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#EXT-X-MEDIA:') || !TEXT_KINDS.has(readAttributes(line)['TYPE']))
    .map((line) => {
      if (line.startsWith('#EXT-X-STREAM-INF')) return line.replace(/,SUBTITLES="[^"]*"/, '');
      if (line.startsWith('#EXT-X-MEDIA'))
        return line.replace(/\bURI="([^"]+)"/, (_, name: string) => `URI="${numbered(name)}"`);
      return line === '' || line.startsWith('#') ? line : numbered(line);
    })
    .join('\n');
}
