import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { trackName } from '../captions/track-name.ts';
import { ListenRow } from '../listening/listen-row.tsx';
import { LoopRow } from '../panels/loop-row.tsx';
import { FactRow, SubmenuRow } from '../panels/menu-parts.tsx';
import { panels } from '../panels/panels.ts';
import { useFeature, useLanguage, usePlayerState, useStore } from '../shared/player-context.tsx';
import { missingSound } from '../sound/missing-sound.ts';
import { soundEffects } from '../sound/sound-effects.ts';
import { soundSummary } from '../sound/sound-page.tsx';
import { dataUseSummary } from './data-use-page.tsx';
import { offersQualities } from './offers-qualities.ts';
import { qualityLabel } from './quality-labels.ts';
import { autoLabel, soundName } from './setting-names.ts';

/** Pages of the settings, in the order of their lines. */
export type SettingsPage =
  'quality' | 'speed' | 'captions' | 'captionStyle' | 'audio' | 'moreSettings' | 'dataUse' | 'sound';

interface ListProps {
  readonly onOpen: (page: SettingsPage) => void;
}

/** The settings that viewers change most: at most five lines, which a low frame shows at once. Other settings are a page deeper. */
export function SettingsList({ onOpen }: ListProps) {
  const language = useLanguage();
  const { say } = language;
  const rate = usePlayerState((snapshot) => snapshot.playbackRate);
  return (
    <>
      <QualityRow onOpen={onOpen} />
      <SubmenuRow
        name="speed"
        icon="speed"
        label={say('speed')}
        value={rate === 1 ? say('normal') : language.speed(rate)}
        onOpen={() => onOpen('speed')}
      />
      <CaptionsRow onOpen={onOpen} />
      <AudioRow onOpen={onOpen} />
      <SubmenuRow
        name="moreSettings"
        icon="settings"
        label={say('moreSettings')}
        onOpen={() => onOpen('moreSettings')}
      />
    </>
  );
}

/** A video with only one quality shows it as a fact. */
function QualityRow({ onOpen }: ListProps) {
  const language = useLanguage();
  const { say } = language;
  const hasQualities = usePlayerState(offersQualities);
  const choice = usePlayerState((snapshot) => snapshot.qualityChoice);
  const quality = usePlayerState((snapshot) => snapshot.quality);
  const only = qualityLabel(quality, '');
  if (!hasQualities) return only !== '' && <FactRow icon="quality" label={say('quality')} value={only} />;
  return (
    <SubmenuRow
      name="quality"
      icon="quality"
      label={say('quality')}
      value={choice === 'audio' ? say('audioOnly') : qualityLabel(choice, autoLabel(language, choice, quality))}
      onOpen={() => onOpen('quality')}
    />
  );
}

/** Before the start no lack of captions is shown, since the stream may bring captions. */
function CaptionsRow({ onOpen }: ListProps) {
  const language = useLanguage();
  const { say } = language;
  const { tracks, active } = usePlayerState((snapshot) => snapshot.captions);
  const hasStarted = usePlayerState(({ state }) => state !== PLAYER_STATE.cued && state !== PLAYER_STATE.unstarted);
  const track = tracks[active];
  if (tracks.length === 0) return hasStarted && <FactRow icon="captions" label={say('noCaptions')} />;
  return (
    <SubmenuRow
      name="captions"
      icon="captions"
      label={say('captions')}
      value={track === undefined ? say('off') : trackName(track, language)}
      onOpen={() => onOpen('captions')}
    />
  );
}

function AudioRow({ onOpen }: ListProps) {
  const language = useLanguage();
  const { tracks, active } = usePlayerState((snapshot) => snapshot.audio);
  const sound = tracks.find(({ id }) => id === active);
  if (tracks.length < 2) return null;
  return (
    <SubmenuRow
      name="audio"
      icon="audio"
      label={language.say('audio')}
      value={sound === undefined ? '' : soundName(sound, language)}
      onOpen={() => onOpen('audio')}
    />
  );
}

/** Settings that viewers change once, or seldom. */
export function MoreSettings({ onOpen }: ListProps) {
  const language = useLanguage();
  const panel = useFeature(panels);
  const { say } = language;
  const hasQualities = usePlayerState(offersQualities);
  const dataSaver = usePlayerState((snapshot) => snapshot.dataSaver);
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  const effects = useStore(useFeature(soundEffects));
  const { isMissing } = useStore(useFeature(missingSound));
  return (
    <>
      {hasQualities && (
        <SubmenuRow
          name="dataUse"
          icon="stats"
          label={say('dataUse')}
          value={dataUseSummary(dataSaver, language)}
          onOpen={() => onOpen('dataUse')}
        />
      )}
      {!isMissing && <ListenRow />}
      {effects.isOffered && !isMissing && (
        <SubmenuRow
          name="sound"
          icon="volumeHigh"
          label={say('sound')}
          value={soundSummary(effects, language)}
          onOpen={() => onOpen('sound')}
        />
      )}
      {isMissing && <FactRow icon="muted" label={say('noSound')} />}
      {!isLive && <LoopRow />}
      <SubmenuRow name="privacy" icon="privacy" label={say('privacy')} onOpen={() => panel.open('privacy')} />
    </>
  );
}
