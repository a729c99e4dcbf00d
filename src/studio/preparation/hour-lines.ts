import type { RenditionRate } from './master-playlist.ts';
import { VIDEO_ENCODERS } from './video-codecs.ts';

const SECONDS_PER_HOUR = 3_600;
const BITS_PER_BYTE = 8;
const BYTES_PER_MEGABYTE = 1_000_000;

/** A line for each quality: the size of an hour with its sound in H.264, and in each other codec with the difference. */
export function hourLines(rates: readonly RenditionRate[]): string[] {
  const common = rates.filter(({ rendition }) => rendition.codec === 'h264');
  return common.map(({ rendition: { width, height }, bitsPerSecond }) => {
    const others = rates.filter(
      ({ rendition }) => rendition.codec !== 'h264' && rendition.width === width && rendition.height === height,
    );
    const told = others.map(({ rendition, bitsPerSecond: own }) => {
      const percent = Math.round((own / bitsPerSecond - 1) * 100);
      return `${megabytes(own)} as ${VIDEO_ENCODERS[rendition.codec].title} (${percent > 0 ? '+' : ''}${percent} %)`;
    });
    return `An hour of ${width}×${height}: ${[`${megabytes(bitsPerSecond)} as H.264`, ...told].join(', ')}.`;
  });
}

const megabytes = (bitsPerSecond: number): string =>
  `${Math.round((bitsPerSecond * SECONDS_PER_HOUR) / BITS_PER_BYTE / BYTES_PER_MEGABYTE)} MB`;
