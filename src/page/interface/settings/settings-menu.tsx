import { useState } from 'react';
import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { AudioTrackDescription } from '../../../../protocol/media/media-engine.ts';
import type { Language } from '../../language/language.ts';
import {
  useCommand,
  useFeature,
  useLanguage,
  usePlayback,
  usePlayerState,
  useStore,
} from '../shared/player-context.tsx';
import { CaptionStylePage } from '../captions/caption-style-page.tsx';
import { captionsNotice, trackName } from '../captions/track-name.ts';
import { ListenRow } from '../listening/listen-row.tsx';
import { LoopRow } from '../panels/loop-row.tsx';
import { BackRow, Choices, MenuPage, SubmenuRow } from '../panels/menu-parts.tsx';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { DataUsePage, dataUseSummary } from './data-use-page.tsx';
import { qualityChoices } from './quality-choices.ts';
import { qualityLabel } from './quality-labels.ts';
import { offersQualities } from './offers-qualities.ts';
import { SpeedPage } from './speed-page.tsx';
import { panels } from '../panels/panels.ts';
import { notices } from '../shared/notices.ts';
import { soundEffects } from '../sound/sound-effects.ts';
import { SoundPage, soundSummary } from '../sound/sound-page.tsx';

type Page = 'quality' | 'dataUse' | 'audio' | 'sound' | 'speed' | 'captions' | 'captionStyle';

/** Quality, sound, speed, captions and loop: a list, and a page of choices for each line. A choice leads back to the video. */
export function SettingsMenu() {
  const language = useLanguage();
  const panel = useFeature(panels);
  const { attention } = usePlayback();
  const notice = useFeature(notices);
  const { say } = language;
  const [page, setPage] = useState<Page | null>(null);
  const [cameFrom, setCameFrom] = useState<Page | null>(null);
  const goTo = (next: Page | null): void => {
    setCameFrom(page);
    setPage(next);
  };
  // The words are those of the keys: a menu that closes says nothing itself.
  const chosen = (words: string): void => {
    panel.close();
    attention.expectClosingPress();
    notice.show(words);
  };
  const back = (): void => goTo(page === 'captionStyle' ? 'captions' : null);
  return (
    <PanelFrame className="settings" label={say('settings')} {...(page === null ? {} : { onEscape: back })}>
      <MenuPage key={page} cameFrom={cameFrom}>
        {page !== null && <BackRow label={say(page)} onBack={back} />}
        {page === null && <SettingsList onOpen={goTo} />}
        {page === 'quality' && <QualityChoices onDone={chosen} />}
        {page === 'dataUse' && <DataUsePage onDone={chosen} />}
        {page === 'audio' && <AudioChoices onDone={chosen} />}
        {page === 'sound' && <SoundPage onDone={chosen} />}
        {page === 'speed' && <SpeedPage onDone={chosen} />}
        {page === 'captions' && <CaptionChoices onDone={chosen} onStyle={() => goTo('captionStyle')} />}
        {page === 'captionStyle' && <CaptionStylePage />}
      </MenuPage>
    </PanelFrame>
  );
}

function SettingsList({ onOpen }: { onOpen: (page: Page) => void }) {
  const language = useLanguage();
  const panel = useFeature(panels);
  const { say } = language;
  const hasQualities = usePlayerState(offersQualities);
  const choice = usePlayerState((snapshot) => snapshot.qualityChoice);
  const quality = usePlayerState((snapshot) => snapshot.quality);
  const dataSaver = usePlayerState((snapshot) => snapshot.dataSaver);
  const audio = usePlayerState((snapshot) => snapshot.audio);
  const effects = useStore(useFeature(soundEffects));
  const rate = usePlayerState((snapshot) => snapshot.playbackRate);
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  const { tracks, active } = usePlayerState((snapshot) => snapshot.captions);
  const track = tracks[active];
  const sound = audio.tracks.find(({ id }) => id === audio.active);
  return (
    <>
      {hasQualities && (
        <SubmenuRow
          name="quality"
          icon="quality"
          label={say('quality')}
          value={choice === 'audio' ? say('onlyListen') : qualityLabel(choice, autoLabel(language, choice, quality))}
          onOpen={() => onOpen('quality')}
        />
      )}
      {hasQualities && (
        <SubmenuRow
          name="dataUse"
          icon="stats"
          label={say('dataUse')}
          value={dataUseSummary(dataSaver, language)}
          onOpen={() => onOpen('dataUse')}
        />
      )}
      <ListenRow />
      {audio.tracks.length > 1 && (
        <SubmenuRow
          name="audio"
          icon="audio"
          label={say('audio')}
          value={sound === undefined ? '' : soundName(sound, language)}
          onOpen={() => onOpen('audio')}
        />
      )}
      {effects.isOffered && (
        <SubmenuRow
          name="sound"
          icon="volumeHigh"
          label={say('sound')}
          value={soundSummary(effects, language)}
          onOpen={() => onOpen('sound')}
        />
      )}
      <SubmenuRow
        name="speed"
        icon="speed"
        label={say('speed')}
        value={rate === 1 ? say('normal') : language.speed(rate)}
        onOpen={() => onOpen('speed')}
      />
      {tracks.length > 0 && (
        <SubmenuRow
          name="captions"
          icon="captions"
          label={say('captions')}
          value={track === undefined ? say('off') : trackName(track, language)}
          onOpen={() => onOpen('captions')}
        />
      )}
      {!isLive && <LoopRow />}
      <SubmenuRow name="privacy" icon="privacy" label={say('privacy')} onOpen={() => panel.open('privacy')} />
    </>
  );
}

interface ChoicesPageProps {
  /** Called after a choice, with the text of its notice. */
  readonly onDone: (words: string) => void;
}

function QualityChoices({ onDone }: ChoicesPageProps) {
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

function AudioChoices({ onDone }: ChoicesPageProps) {
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

function CaptionChoices({ onDone, onStyle }: ChoicesPageProps & { readonly onStyle: () => void }) {
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

function soundName({ name, isDescribed }: AudioTrackDescription, { say }: Language): string {
  return isDescribed ? say('described', { name }) : name;
}

/** With the present quality, where it is the automatic one's. */
function autoLabel({ say }: Language, choice: QualityName, now: QualityName): string {
  const label = choice === 'auto' ? qualityLabel(now, '') : '';
  return label === '' ? say('auto') : say('autoNow', { now: label });
}
