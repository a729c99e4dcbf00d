import type { KeyAction, KeyRow } from '../keyboard/key-row.ts';
import { notices } from '../shared/notices.ts';
import { missingSound } from '../sound/missing-sound.ts';
import { toggleSound } from './commands.ts';
import { togglePlayback } from './toggle-playback.ts';
import { heardVolume } from './heard-volume.ts';
import { nextUsualSpeed } from './viewer-speeds.ts';

/** Up and down arrows change the volume by this much of 100, as in other embeds. */
const VOLUME_STEP = 5;

const playOrPause: KeyAction = ({ player, features }) => {
  togglePlayback(player);
  // Icon only: the announcer reports the actual change.
  features.get(notices).show('', { icon: player.wantsToPlay() ? 'play' : 'pause' });
};

/** Shows the speed even at the limits, so that the key always gives feedback. */
const changeSpeed =
  (direction: 1 | -1): KeyAction =>
  ({ player, features, atMs }) => {
    const { rate: present } = features.playback.control.settingsAt(atMs);
    const next = nextUsualSpeed(present, direction);
    if (next !== undefined) player.execute({ name: 'setPlaybackRate', arguments: [next] }, 'viewer');
    features.get(notices).show(features.language.speed(next ?? present));
  };

/** Shows a notice where the video has no sound that a key could change. */
const withSound =
  (action: KeyAction): KeyAction =>
  (press) => {
    const { features } = press;
    if (!features.get(missingSound).get().isMissing) return action(press);
    features.get(notices).show(features.language.say('noSound'), { icon: 'muted' });
  };

/** A step up while muted unmutes, and adds to the volume of before. */
const changeVolume =
  (by: number): KeyAction =>
  ({ player, features, atMs }) => {
    const { volumePercent, muted } = features.playback.control.settingsAt(atMs);
    if (muted && by < 0) return features.get(notices).show(features.language.say('muted'), { icon: 'muted' });
    const next = Math.min(100, Math.max(0, volumePercent + by));
    if (muted) player.execute({ name: 'unMute', arguments: [] }, 'viewer');
    player.execute({ name: 'setVolume', arguments: [next] }, 'viewer');
    features.get(notices).show(features.language.percent(next), { icon: 'volumeHigh' });
  };

const toggleMute: KeyAction = ({ player, features, atMs }) => {
  const { language } = features;
  const { volumePercent, muted } = features.playback.control.settingsAt(atMs);
  const heard = features.get(heardVolume).get();
  const isOn = toggleSound(player, { volume: volumePercent, muted }, heard);
  features.get(notices).show(isOn ? language.percent(volumePercent || heard) : language.say('muted'), {
    icon: isOn ? 'volumeHigh' : 'muted',
  });
};

export const PLAY_KEYS: readonly KeyRow[] = [
  { label: 'keyPlay', shown: ['␣', 'K'], keys: { ' ': playOrPause, k: playOrPause, MediaPlayPause: playOrPause } },
];

export const SPEED_KEYS: readonly KeyRow[] = [
  { label: 'keySpeed', shown: ['<', '>'], repeats: true, keys: { '<': changeSpeed(-1), '>': changeSpeed(1) } },
];

export const VOLUME_KEYS: readonly KeyRow[] = [
  {
    label: 'keyVolume',
    shown: ['↑', '↓'],
    repeats: true,
    keys: { ArrowUp: withSound(changeVolume(VOLUME_STEP)), ArrowDown: withSound(changeVolume(-VOLUME_STEP)) },
  },
  { label: 'mute', shown: ['M'], keys: { m: withSound(toggleMute) } },
];
