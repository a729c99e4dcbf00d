import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { DataUse } from '../../../../protocol/media/loading-limits.ts';
import type { Language } from '../../language/language.ts';
import type { Choice } from '../panels/menu-parts.tsx';
import { qualityLabel } from './quality-labels.ts';

/** Whether a quality has pictures; sound only has a switch instead (`listening/`). */
export const isOfPictures = (quality: QualityName): boolean => quality !== 'audio';

/**
 * Qualities of a menu: first `auto`, labelled `autoLabel`, then the others from the best on, so that a small frame begins with `auto` and
 * the best quality. Each has its cost, such as `about 350 MB an hour`, if the playlist declares it.
 */
export function qualityChoices(
  qualities: readonly QualityName[],
  autoLabel: string,
  bytesPerHour: DataUse['bytesPerHour'],
  { say, dataAmount }: Language,
): readonly Choice<QualityName>[] {
  const isAuto = (name: QualityName): number => Number(name === 'auto');
  const names = qualities.filter(isOfPictures).sort((one, other) => isAuto(other) - isAuto(one));
  return names.map((key) => {
    const bytes = bytesPerHour[key];
    const hint = bytes === undefined ? undefined : say('perHour', { amount: dataAmount(bytes) });
    return { key, label: qualityLabel(key, autoLabel), hint };
  });
}
