import { resolve } from 'node:path';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { listedLevel } from '../../../protocol/media/listed-level.ts';
import { readVariants } from '../../../protocol/runtime/media/multivariant-playlist.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { isAbsolute } from '../../provider/catalog/media-address.ts';
import { openMediaFolder, type MediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import { below } from '../../provider/catalog/loading/playlist-file.ts';
import { CommandFault } from './command-fault.ts';

/** Input from which ffmpeg reads the picture of a moment. */
export interface PictureSource {
  /** Input in ffmpeg's syntax. */
  readonly input: string;
  /** Time of the moment, from the beginning of the input. */
  readonly seconds: number;
}

/** The segment or file of the catalog with the best picture of a moment. */
export async function pictureSource(video: VideoFile, seconds: number, mediaFolder: string): Promise<PictureSource> {
  const { id, sources, drm } = video;
  const stream = sources.hls ?? sources.liveLoop;
  if (drm === undefined && stream !== undefined && !isAbsolute(stream) && !sources.isLive) {
    const media = openMediaFolder(mediaFolder, { followLinks: true });
    const best = bestRendition(stream, await media.readText(stream));
    const segment = await segmentAt(best, seconds, media);
    if (segment !== undefined) {
      const [init, file] = segment.files.map((path) => path && resolve(mediaFolder, path));
      const input = init === undefined ? `file:${file}` : `concat:${init}|${file}`;
      return { input, seconds: segment.seconds };
    }
  }
  const [best] = sources.progressive
    .filter(({ url }) => drm === undefined && !isAbsolute(url))
    .toSorted((one, other) => other.width - one.width);
  if (best !== undefined) return { input: `file:${resolve(mediaFolder, best.url)}`, seconds };
  throw new CommandFault(
    `${id} has no file here that a picture could be taken from: it is live, encrypted or elsewhere. Name a picture in posters.`,
  );
}

function bestRendition(stream: string, playlist: string): string {
  const renditions = readVariants(playlist).flatMap((variant) => {
    const file = below(stream, variant.uri);
    return file === undefined ? [] : [{ file, width: listedLevel(variant).width }];
  });
  return renditions.toSorted((one, other) => other.width - one.width)[0]?.file ?? stream;
}

/** The segment of a moment, with its init segment. For a segment that is part of a larger file, the plain file is used instead. */
async function segmentAt(playlist: string, seconds: number, media: MediaFolder) {
  const { segments } = readMediaPlaylist(await media.readText(playlist));
  let startSeconds = 0;
  for (const { uri, durationSeconds, range, map } of segments) {
    const isHere = seconds < startSeconds + durationSeconds;
    const isWhole = range === undefined && map?.range === undefined;
    const file = isHere && isWhole ? below(playlist, uri) : undefined;
    const init = map === undefined ? undefined : below(playlist, map.uri);
    if (file !== undefined) return { files: [init, file] as const, seconds: seconds - startSeconds };
    if (isHere) return undefined;
    startSeconds += durationSeconds;
  }
  return undefined;
}
