import type { QualityName, SizeName } from '../host/player-info.ts';
import type { DataUse } from './loading-limits.ts';
import { qualityName } from './quality.ts';

/** Lowest bit rate of each size, for playlists without RESOLUTION. */
const BITRATE_FLOORS: readonly (readonly [bitsPerSecond: number, SizeName])[] = [
  [4_000_000, 'hd1080'],
  [2_000_000, 'hd720'],
  [1_000_000, 'large'],
  [600_000, 'medium'],
];

/** A level as hls.js describes it. */
export interface NamedLevel {
  /** Pixels; 0 where RESOLUTION is absent. */
  readonly width: number;
  readonly height: number;
  /** Bits a second. */
  readonly bitrate: number;
  readonly videoCodec?: string | undefined;
  /** Pictures a second; 0 where the playlist does not declare FRAME-RATE. */
  readonly frameRate?: number;
}

/** The name of a level by its size, whatever its frame rate. */
export function sizeName({ width, height, bitrate }: NamedLevel): SizeName | 'unknown' {
  if (height > 0) return qualityName(width, height);
  return BITRATE_FLOORS.find(([floor]) => bitrate >= floor)?.[1] ?? 'small';
}

/** Whether a level has more pictures a second than television and cinema have. */
const isFast = ({ frameRate = 0 }: NamedLevel): boolean => frameRate > 45;

/** The name of one of `levels`: 60 pictures a second are a separate quality if the same size also exists with fewer. */
export function levelName(level: NamedLevel, levels: readonly NamedLevel[]): QualityName {
  const name = sizeName(level);
  const isOther = (one: NamedLevel): boolean => !isFast(one) && sizeName(one) === name;
  return name !== 'unknown' && isFast(level) && levels.some(isOther) ? `${name}_60` : name;
}

/** False for the level of a media playlist without a multivariant playlist, which declares neither size nor bit rate. */
export const isKnown = ({ height, bitrate }: NamedLevel): boolean => height > 0 || bitrate > 0;

/** The qualities that a viewer may choose from, highest first. */
export function qualitiesOf(levels: readonly NamedLevel[], hasSoundAlone = false): readonly QualityName[] {
  const names = [
    ...new Set(
      levels
        .filter(isKnown)
        .map((level) => levelName(level, levels))
        .reverse(),
    ),
  ];
  if (hasSoundAlone) names.push('audio');
  return names.length === 0 ? [] : [...names, 'auto'];
}

/** Bytes of an hour at a bit rate. */
export const bytesPerHour = (bitsPerSecond: number): number => (bitsPerSecond * 3_600) / 8;

/** Removes levels of other codecs whose name a level of this codec has, too. */
function inCodec<Named extends NamedLevel>(levels: readonly Named[], codec: string): readonly Named[] {
  const own = levels.filter(({ videoCodec }) => codec !== '' && videoCodec?.startsWith(codec));
  const names = new Set(own.map((level) => levelName(level, levels)));
  return levels.filter((level) => own.includes(level) || !names.has(levelName(level, levels)));
}

/** Bytes of an hour of each quality in this codec: by the average bit rate of its best level, else by its declared peak. */
export function bytesPerHourOf(
  levels: readonly (NamedLevel & { readonly averageBitrate: number })[],
  codec = '',
): DataUse['bytesPerHour'] {
  const costs = inCodec(levels, codec).map((level) => [
    levelName(level, levels),
    bytesPerHour(level.averageBitrate || level.bitrate),
  ]);
  return Object.fromEntries(costs.filter(([, bytes]) => bytes)) as DataUse['bytesPerHour'];
}

/**
 * The level of a name with the highest bit rate, in this codec or, if no such level has it, in any codec; several levels can have
 * one name. -1 (automatic) without a level of that name.
 */
export function bestLevelNamed(quality: QualityName, levels: readonly NamedLevel[], codec = ''): number {
  const named = inCodec(levels, codec).filter((level) => levelName(level, levels) === quality);
  let best = -1;
  for (const [index, level] of levels.entries())
    if (named.includes(level) && level.bitrate >= (levels[best]?.bitrate ?? 0)) best = index;
  return best;
}
