import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { DataUse } from '../../../../protocol/media/loading-limits.ts';
import type { Language } from '../../language/language.ts';
import type { Choice } from '../panels/menu-parts.tsx';
import { qualityLabel } from './quality-labels.ts';

/** Sound alone has a switch instead (`listening/`). */
export const isOfPictures = (quality: QualityName): boolean => quality !== 'audio';

/**
 * Qualities of a menu: the automatic one, then the best first, so that a small frame begins with both; each with its cost, such as
 * `about 350 MB an hour`, where the playlist declares it; `auto` has this label.
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
