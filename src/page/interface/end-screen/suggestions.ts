import type { PlayerSnapshot } from '../../player/player.ts';

/** The largest frame has no room for more suggestions. */
const SUGGESTIONS_MAX = 6;

/** A video to watch next. */
export interface Suggestion {
  readonly videoId: string;
  /** Empty if the provider has not named it. */
  readonly title: string;
  /** Empty for an entry of a playlist, whose authors are not known. */
  readonly author: string;
  /** Seconds; 0 if unknown, as for live video. */
  readonly lengthSeconds: number;
  readonly posterUrl: string | undefined;
  /** Index of the video in the playlist; `null` for a video outside of it. */
  readonly index: number | null;
}

/**
 * The rest of the playlist, if the viewer has stopped it from continuing, and then the owner's suggestions. `ofOthers`: the `rel`
 * parameter; without it only videos of the same channel are suggested.
 */
export function suggestionsOf(
  { video, playlist }: Pick<PlayerSnapshot, 'video' | 'playlist'>,
  ofOthers: boolean,
): readonly Suggestion[] {
  const listed = listedAfter(playlist);
  const known = new Set([video.videoId, ...listed.map(({ videoId }) => videoId)]);
  const related = video.related
    .filter(({ videoId, channelId }) => !known.has(videoId) && (ofOthers || channelId === video.channelId))
    .map(({ videoId, title, author, lengthSeconds, posterUrl }) => ({
      videoId,
      title,
      author,
      lengthSeconds,
      posterUrl,
      index: null,
    }));
  return [...listed, ...related].slice(0, SUGGESTIONS_MAX);
}

function listedAfter(playlist: PlayerSnapshot['playlist']): readonly Suggestion[] {
  if (playlist === null) return [];
  const entries = new Map(playlist.details?.entries.map((entry) => [entry.videoId, entry]));
  return playlist.videoIds
    .map((videoId, index) => {
      const { title = '', lengthSeconds = 0, posterUrl } = entries.get(videoId) ?? {};
      return { videoId, title, author: '', lengthSeconds, posterUrl, index };
    })
    .slice(playlist.index + 1);
}
