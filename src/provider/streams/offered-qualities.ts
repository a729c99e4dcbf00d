import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { DataUse } from '../../../protocol/media/loading-limits.ts';
import { bytesPerHour, bytesPerHourOf, qualitiesOf } from '../../../protocol/media/level-names.ts';
import { listedLevel } from '../../../protocol/media/listed-level.ts';
import { readLevels, splitCodecs, type ListedVariant } from '../../../protocol/runtime/media/multivariant-playlist.ts';
import { soundOnly } from '../../../protocol/runtime/media/sound-only.ts';

export interface OfferedQualities {
  readonly qualities?: QualityName[];
  readonly bytesPerHour?: DataUse['bytesPerHour'];
}

/**
 * Qualities of a multivariant playlist by the rules of the engine, for a menu before the engine runs. Qualities in codecs that some
 * browsers lack are left out: only the engine knows which of these it can play. A stream without pictures has no qualities.
 */
export function offeredQualities(text: string): OfferedQualities {
  const levels = readLevels(text).filter(isPlayedEverywhere).map(listedLevel);
  const sound = soundOnly(text);
  const qualities = qualitiesOf(levels, levels.length > 0 && sound !== undefined);
  if (qualities.length === 0) return {};
  const { averageBits } = sound ?? {};
  const audio = averageBits === undefined ? {} : { audio: bytesPerHour(averageBits) };
  return { qualities: [...qualities], bytesPerHour: { ...bytesPerHourOf(levels), ...audio } };
}

function isPlayedEverywhere({ attributes: { CODECS } }: ListedVariant): boolean {
  return CODECS === undefined || splitCodecs(CODECS)[0]?.startsWith('avc') === true;
}
