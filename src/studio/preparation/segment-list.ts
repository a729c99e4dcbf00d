import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedMedia, ListedSegment } from '../../../protocol/runtime/media/media-playlist.ts';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { boxAt, boxesOfType } from '../../provider/streams/mp4/boxes.ts';
import { partsOf, type TrackPart } from '../../provider/streams/mp4/fragments.ts';
import { tracksOf } from '../../provider/streams/mp4/tracks.ts';

/** Segments of a playlist whose encoder may still be running. */
export type SegmentList = Pick<ListedMedia, 'segments' | 'isFinished'>;

/** Reads a list of segments; the list is empty if there is no playlist. */
export async function readSegmentList(path: string): Promise<SegmentList> {
  return readMediaPlaylist(await readFile(path, 'utf8').catch(() => ''));
}

/**
 * The list of a folder, with the end of a finished list read from its last segment: in the playlist, ffmpeg gives the last frame the
 * duration of the first frame, which may have waited for the sound.
 */
export async function readMeasuredList(folder: string): Promise<SegmentList> {
  const list = await readSegmentList(join(folder, 'index.m3u8'));
  const last = list.segments.at(-1);
  if (!list.isFinished || last === undefined) return list;
  const part = await readPart(folder, last.uri);
  if (part === undefined) return list;
  const durationSeconds = part.endSeconds - part.startSeconds;
  return { ...list, segments: [...list.segments.slice(0, -1), { ...last, durationSeconds }] };
}

/** The track of a segment in a folder; `undefined` if the file is no segment. */
export async function readPart(folder: string, uri: string): Promise<TrackPart | undefined> {
  const files = ['init.mp4', uri].map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0)));
  const [init = Buffer.alloc(0), segment = Buffer.alloc(0)] = await Promise.all(files);
  return partsOf(boxesOfType(segment, 'moof'), tracksOf(boxAt(init, 'moov') ?? Buffer.alloc(0)))[0];
}

/** A finished playlist of segments that begin with key frames, beside their `init.mp4`. */
export function playlistOf(segments: readonly ListedSegment[]): string {
  const longest = segments.reduce((most, { durationSeconds }) => Math.max(most, Math.round(durationSeconds)), 1);
  const lines = segments.flatMap(({ uri, durationSeconds }) => [`#EXTINF:${durationSeconds.toFixed(6)},`, uri]);
  return [
    ...['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${longest}`, '#EXT-X-MEDIA-SEQUENCE:0'],
    ...['#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-MAP:URI="init.mp4"'],
    ...[...lines, '#EXT-X-ENDLIST', ''],
  ].join('\n');
}
