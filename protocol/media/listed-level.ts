import type { NamedLevel } from './level-names.ts';
import { splitCodecs, type ListedVariant } from '../runtime/media/multivariant-playlist.ts';

/** Describes a variant of a playlist in the form of a level of hls.js. */
export function listedLevel({
  bandwidth,
  attributes: { RESOLUTION = '', CODECS, ...attributes },
}: ListedVariant): NamedLevel & { readonly averageBitrate: number } {
  const [width = 0, height = 0] = RESOLUTION.split('x').map(Number);
  const averageBitrate = Number(attributes['AVERAGE-BANDWIDTH'] ?? 0);
  const frameRate = Number(attributes['FRAME-RATE'] ?? 0);
  return {
    width,
    height,
    bitrate: bandwidth || averageBitrate,
    averageBitrate,
    frameRate,
    videoCodec: splitCodecs(CODECS)[0],
  };
}
