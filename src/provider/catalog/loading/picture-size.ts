import { listedLevel } from '../../../../protocol/media/listed-level.ts';
import { readVariants } from '../../../../protocol/runtime/media/multivariant-playlist.ts';
import type { VideoFile } from '../catalog-schema.ts';
import type { Video } from '../catalog.ts';

/**
 * The size of the picture: as described, else the largest that its playlist or its plain files name. 0 if none of them names a size.
 *
 * @param playlist Text of its multivariant playlist, if that has been read.
 */
export function pictureSize(
  { width, height, sources }: Pick<VideoFile, 'width' | 'height' | 'sources'>,
  playlist = '',
): Pick<Video, 'width' | 'height'> {
  if (width > 0 && height > 0) return { width, height };
  const sizes = [...readVariants(playlist).map(listedLevel), ...sources.progressive]
    .map((one) => ({ width: one.width, height: one.height }))
    .filter((one) => Number.isSafeInteger(one.width * one.height) && one.width * one.height > 0);
  const [largest] = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height);
  return largest ?? { width: 0, height: 0 };
}
