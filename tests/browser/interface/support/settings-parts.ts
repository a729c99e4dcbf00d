import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';

/** A video with every setting: qualities, audio tracks, and captions, of which one track is automatic. */
export const ADJUSTABLE: Partial<PlayerSnapshot> = {
  qualities: ['hd1080', 'hd720', 'large', 'auto'],
  quality: 'hd720',
  audio: {
    active: 'en',
    tracks: [
      { id: 'en', name: 'English', languageCode: 'en', isDescribed: false },
      { id: 'en-desc', name: 'English', languageCode: 'en', isDescribed: true },
      { id: 'ar', name: 'العربية', languageCode: 'ar', isDescribed: false },
    ],
  },
  captions: {
    tracks: [
      { url: '/en.vtt', languageCode: 'en', name: 'English', kind: 'captions', isDefault: true },
      { url: '/de.vtt', languageCode: 'de', name: 'Deutsch', kind: 'asr', isDefault: false },
    ],
    ...{ active: -1, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] },
  },
};
