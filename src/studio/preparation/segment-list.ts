import { readFile } from 'node:fs/promises';
import { readMediaPlaylist, type ListedSegment } from '../../../protocol/runtime/media/media-playlist.ts';
import { isFinished } from '../../provider/streams/media-playlist.ts';

/** Segments of a playlist whose encoder may still be running. */
export interface SegmentList {
  readonly segments: readonly ListedSegment[];
  readonly isFinished: boolean;
}

/** Nothing, where there is no playlist yet. */
export async function readSegmentList(path: string): Promise<SegmentList> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return { segments: readMediaPlaylist(text).segments, isFinished: isFinished(text) };
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
