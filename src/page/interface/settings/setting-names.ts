import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { AudioTrackDescription } from '../../../../protocol/media/media-engine.ts';
import type { Language } from '../../language/language.ts';
import { qualityLabel } from './quality-labels.ts';

export function soundName({ name, isDescribed }: AudioTrackDescription, { say }: Language): string {
  return isDescribed ? say('described', { name }) : name;
}

/** With the present quality, where it is the automatic one's. */
export function autoLabel({ say }: Language, choice: QualityName, now: QualityName): string {
  const label = choice === 'auto' ? qualityLabel(now, '') : '';
  return label === '' ? say('auto') : say('autoNow', { now: label });
}
