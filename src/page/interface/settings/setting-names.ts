import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { AudioTrackDescription } from '../../../../protocol/media/media-engine.ts';
import type { Language } from '../../language/language.ts';
import { qualityLabel } from './quality-labels.ts';

export function soundName({ name, isDescribed }: AudioTrackDescription, { say }: Language): string {
  return isDescribed ? say('described', { name }) : name;
}

/** The label of the automatic quality; while it is chosen, with the present quality. */
export function autoLabel({ say }: Language, choice: QualityName, now: QualityName): string {
  const label = choice === 'auto' ? qualityLabel(now, '') : '';
  return label === '' ? say('auto') : say('autoNow', { now: label });
}
