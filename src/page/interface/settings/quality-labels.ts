import type { QualityName, SizeName } from '../../../../protocol/host/player-info.ts';
import { withoutRate } from '../../../../protocol/host/without-rate.ts';

/** Labels of the protocol's quality names. */
export const QUALITY_LABELS: Readonly<Record<SizeName, string>> = {
  highres: '4320p',
  hd2160: '2160p',
  hd1440: '1440p',
  hd1080: '1080p',
  hd720: '720p',
  large: '480p',
  medium: '360p',
  small: '240p',
  tiny: '144p',
};

export function qualityLabel(name: QualityName, auto: string): string {
  if (name === 'auto') return auto;
  const size = withoutRate(name) as SizeName;
  // Sound alone and unknown sizes have no label.
  return ((QUALITY_LABELS[size] as string | undefined) ?? '') + (size === name ? '' : '60');
}
