import { readPlainPlaylist, type ListedMedia } from './media-playlist.ts';
import { readAttributes, type Attributes } from './playlist-lines.ts';

/** Separate from the plain reader, because only the plain reader is loaded before the first frame of a video. */
export function readMediaPlaylist(text: string): ListedMedia {
  let firstNumber = 0;
  let targetSeconds = 0;
  let key: Attributes | undefined;
  const read = readPlainPlaylist(text, (next, tag, value) => {
    // Some encoders write a negative length for an empty segment.
    if (tag === 'INF') next.durationSeconds = Math.max(0, next.durationSeconds ?? 0) || 0;
    else if (tag === 'DISCONTINUITY') next.isDiscontinuous = true;
    else if (tag === 'GAP') next.isMissing = true;
    else if (tag === 'MEDIA-SEQUENCE') firstNumber = Number.parseInt(value);
    else if (tag === 'TARGETDURATION') targetSeconds = Number.parseInt(value);
    else if (tag === 'KEY') {
      const read = readAttributes(value);
      key = read['METHOD'] === 'NONE' ? undefined : read;
    }
    next.key = key;
  });
  return { ...read, firstNumber, targetSeconds };
}
