import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { until } from './until.ts';

type Captions = PlayerSnapshot['captions'];

const TRACKS: Captions['tracks'] = [
  { url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'captions', isDefault: true },
  { url: '/ar.vtt', languageCode: 'ar', name: 'العربية', kind: 'captions', isDefault: false },
];

/** Captions that show these cues. */
export const captionsOf = (cues: Captions['cues'], patch: Partial<Captions> = {}): Captions => ({
  ...{ tracks: TRACKS, active: 0, hasFailed: false, moduleLoaded: true, fontSize: 0, cues },
  ...patch,
});

/** A cue as the browser's parser makes it. */
export const cueOf = (text: string, settings: Partial<VTTCue> = {}): VTTCue =>
  Object.assign(new VTTCue(0, 20, text), settings);

/** Waits until this many caption lines are drawn; the renderer loads with the first captions. */
export const waitForCues = (count: number) =>
  until(() => document.querySelectorAll('.caption-line').length).toBe(count);
