import type { KeyAction, KeyRow } from '../keyboard/key-row.ts';

const toggleFullscreen: KeyAction = ({ features: { page, playback } }) => {
  if (page.parameters.fs) void playback.fullscreen.toggle();
};

export const FULLSCREEN_KEYS: readonly KeyRow[] = [
  { label: 'fullscreen', shown: ['F'], needsNoVideo: true, keys: { f: toggleFullscreen } },
];
