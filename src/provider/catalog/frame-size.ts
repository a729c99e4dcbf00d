import type { Video } from './catalog.ts';

type Size = Pick<Video, 'width' | 'height'>;

/** Most videos have this shape. */
const WIDESCREEN: Size = { width: 1_280, height: 720 };

/** Size of a frame without bars beside its video, for other sites: 16:9 until the size of the picture is known. */
export function frameSize({ width, height }: Size): Size {
  return width > 0 && height > 0 ? { width, height } : WIDESCREEN;
}
