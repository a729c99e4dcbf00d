import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { DataUse } from '../../../protocol/media/loading-limits.ts';
import { bytesPerHourOf, qualitiesOf } from '../../../protocol/runtime/media/level-names.ts';
import { readLevels, splitCodecs, type ListedVariant } from '../../../protocol/runtime/media/multivariant-playlist.ts';

export interface OfferedQualities {
  readonly qualities?: QualityName[];
  readonly bytesPerHour?: DataUse['bytesPerHour'];
}

/**
 * Qualities of a multivariant playlist by the rules of the engine, for a menu before it runs. Those in codecs that some browsers
 * lack are left out: only the engine knows which it can play. Sound alone has none.
 */
export function offeredQualities(text: string): OfferedQualities {
  const levels = readLevels(text).filter(isPlayedEverywhere).map(levelOf);
  const qualities = qualitiesOf(levels);
  return qualities.length === 0 ? {} : { qualities: [...qualities], bytesPerHour: bytesPerHourOf(levels) };
}

function isPlayedEverywhere({ attributes }: ListedVariant): boolean {
  const { CODECS } = attributes;
  return CODECS === undefined || splitCodecs(CODECS)[0]?.startsWith('avc') === true;
}

function levelOf({ bandwidth, attributes }: ListedVariant) {
  const [width = 0, height = 0] = (attributes['RESOLUTION'] ?? '').split('x').map(Number);
  return { width, height, bitrate: bandwidth, averageBitrate: Number(attributes['AVERAGE-BANDWIDTH'] ?? 0) };
}
