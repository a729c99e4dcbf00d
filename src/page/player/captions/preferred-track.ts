import type { EmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import { trackForLanguage } from './track-for-language.ts';

/** Index of the track to show: by the address, then by the interface language, then the video's own default; 0 without a default. */
export function preferredTrack(
  tracks: readonly CaptionTrack[],
  { cc_lang_pref, hl }: Pick<EmbedParameters, 'cc_lang_pref' | 'hl'>,
): number {
  for (const language of [cc_lang_pref, hl]) {
    const index = language === undefined ? -1 : trackForLanguage(tracks, language);
    if (index >= 0) return index;
  }
  return Math.max(
    0,
    tracks.findIndex((track) => track.isDefault),
  );
}
