import { captionsNotice, trackName } from '../captions/track-name.ts';
import { Choices, SubmenuRow } from '../panels/menu-parts.tsx';
import { useCommand, useLanguage, usePlayerState } from '../shared/player-context.tsx';
import { qualityChoices } from './quality-choices.ts';
import { qualityLabel } from './quality-labels.ts';
import { autoLabel, soundName } from './setting-names.ts';

export interface ChoicesPageProps {
  /** Called after a choice, with the text of its notice. */
  readonly onDone: (words: string) => void;
}

/** Qualities of the pictures. */
export function QualityChoices({ onDone }: ChoicesPageProps) {
  const language = useLanguage();
  const qualities = usePlayerState((snapshot) => snapshot.qualities);
  const chosen = usePlayerState((snapshot) => snapshot.qualityChoice);
  const shown = usePlayerState((snapshot) => snapshot.quality);
  const { bytesPerHour } = usePlayerState((snapshot) => snapshot.dataUse);
  const command = useCommand();
  const auto = autoLabel(language, chosen, shown);
  return (
    <Choices
      label={language.say('quality')}
      chosen={chosen}
      choices={qualityChoices(qualities, auto, bytesPerHour, language)}
      onChoose={(name) => {
        command({ name: 'setPlaybackQuality', arguments: [name] });
        onDone(`${language.say('quality')}: ${qualityLabel(name, language.say('auto'))}`);
      }}
    />
  );
}

/** Sound tracks of the video. */
export function AudioChoices({ onDone }: ChoicesPageProps) {
  const language = useLanguage();
  const { tracks, active } = usePlayerState((snapshot) => snapshot.audio);
  const command = useCommand();
  return (
    <Choices
      label={language.say('audio')}
      chosen={active}
      choices={tracks.map((track) => ({
        key: track.id,
        label: <bdi lang={track.languageCode}>{soundName(track, language)}</bdi>,
      }))}
      onChoose={(id) => {
        command({ name: 'setOption', arguments: ['audio', 'track', id] });
        const track = tracks.find((one) => one.id === id);
        onDone(`${language.say('audio')}: ${track === undefined ? '' : soundName(track, language)}`);
      }}
    />
  );
}

/** Tracks of captions, and the line that leads to the caption style. */
export function CaptionChoices({ onDone, onStyle }: ChoicesPageProps & { readonly onStyle: () => void }) {
  const language = useLanguage();
  const { say } = language;
  const { tracks, active } = usePlayerState((snapshot) => snapshot.captions);
  const command = useCommand();
  return (
    <>
      <SubmenuRow name="captionStyle" icon="style" label={say('captionStyle')} onOpen={onStyle} />
      <Choices
        label={say('captions')}
        chosen={tracks[active]?.languageCode ?? ''}
        choices={[
          { key: '', label: say('off') },
          ...tracks.map((track) => ({
            key: track.languageCode,
            label: <bdi lang={track.languageCode}>{trackName(track, language)}</bdi>,
          })),
        ]}
        onChoose={(languageCode) => {
          if (languageCode === '') command({ name: 'unloadModule', arguments: ['captions'] });
          else {
            command({ name: 'loadModule', arguments: ['captions'] });
            command({ name: 'setOption', arguments: ['captions', 'track', { languageCode }] });
          }
          onDone(
            captionsNotice(
              tracks.find((track) => track.languageCode === languageCode),
              language,
            ),
          );
        }}
      />
    </>
  );
}
