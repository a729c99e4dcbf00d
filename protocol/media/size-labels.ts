import type { SizeName } from '../host/player-info.ts';

/** Labels of picture sizes by the lines of their short side, the smallest first. */
export const SIZE_LABELS: Readonly<Record<SizeName, string>> = {
  tiny: '144p',
  small: '240p',
  medium: '360p',
  large: '480p',
  hd720: '720p',
  hd1080: '1080p',
  hd1440: '1440p',
  hd2160: '2160p',
  highres: '4320p',
};
