import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';

/** Index of the track for a language, exact first, then by its first part (`en` for `en-GB`); -1 without such a track. */
export function trackForLanguage(tracks: readonly CaptionTrack[], languageCode: string): number {
  const wanted = languageCode.toLowerCase();
  const exact = tracks.findIndex((track) => track.languageCode.toLowerCase() === wanted);
  if (exact >= 0) return exact;
  const base = wanted.split('-')[0];
  return tracks.findIndex((track) => track.languageCode.toLowerCase().split('-')[0] === base);
}
