import type { Video } from './catalog.ts';

type Size = Pick<Video, 'width' | 'height'>;

/** Most videos have this shape. */
const WIDESCREEN: Size = { width: 1_280, height: 720 };

/** Size of a frame on another site, without bars beside the video; 16:9 while the size of the picture is unknown. */
export function frameSize({ width, height }: Size): Size {
  return width > 0 && height > 0 ? { width, height } : WIDESCREEN;
}
