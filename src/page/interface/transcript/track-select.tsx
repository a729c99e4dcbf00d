import { trackName } from '../captions/track-name.ts';
import { useFeature, useLanguage, useStore } from '../shared/player-context.tsx';
import { transcriptSource } from './transcript-source.ts';

/** The choice of a language, for a video with several. */
export function TrackSelect() {
  const language = useLanguage();
  const source = useFeature(transcriptSource);
  const { tracks, index } = useStore(source);
  if (tracks.length < 2) return null;
  return (
    <select
      className="transcript-track"
      aria-label={language.say('language')}
      value={index}
      onChange={({ target }) => source.choose(Number(target.value))}
    >
      {tracks.map((track, place) => (
        <option key={track.url} value={place} lang={track.languageCode}>
          {trackName(track, language)}
        </option>
      ))}
    </select>
  );
}
