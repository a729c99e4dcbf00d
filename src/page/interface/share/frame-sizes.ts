import type { FrameSize } from '../../../../protocol/host/embed-code.ts';

/** Sizes of embedded frames, by the ratio of their video. */

export interface FrameRatio {
  readonly width: number;
  readonly height: number;
}

export interface OfferedSize {
  /** `560x315`. */
  readonly key: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

export const WIDESCREEN: FrameRatio = { width: 16, height: 9 };
const PORTRAIT: FrameRatio = { width: 9, height: 16 };

/** Sizes such as 1366 × 768 and 854 × 480 count as 16:9. */
const RATIO_TOLERANCE = 0.01;

/** The shorter edges of the usual sizes, which are 560, 640, 854 and 1280 pixels wide at 16:9. */
const SHORT_EDGES_PX = [315, 360, 480, 720];

/** The ratio of a frame without bars beside or above the video; 16:9 where the size of the video is unknown. */
export function frameRatio({ width, height }: FrameRatio): FrameRatio {
  if (!(width > 0 && height > 0)) return WIDESCREEN;
  const isNear = (ratio: FrameRatio): boolean =>
    Math.abs((width * ratio.height) / (height * ratio.width) - 1) < RATIO_TOLERANCE;
  return [WIDESCREEN, PORTRAIT].find(isNear) ?? { width, height };
}

/** The usual sizes in the ratio of a video, smallest first. For a portrait video, width and height are swapped. */
export function offeredSizes({ width, height }: FrameRatio): OfferedSize[] {
  const long = Math.max(width, height) / Math.min(width, height);
  return SHORT_EDGES_PX.map((shortPx) => {
    // The quotient of a ratio is not exact: 560 must not become 561.
    const longPx = Math.ceil(shortPx * long - 0.01);
    const [widthPx, heightPx] = width < height ? [shortPx, longPx] : [longPx, shortPx];
    return { key: `${widthPx}x${heightPx}`, widthPx, heightPx };
  });
}

/** Size of a frame as wide as its container, with the height of its ratio. A portrait frame is no higher than the window. */
export function responsiveSize({ width, height }: FrameRatio): FrameSize {
  const ratio = `aspect-ratio: ${width} / ${height}`;
  if (width >= height) return { width: '100%', style: ratio };
  return { width: '100%', style: `${ratio}; max-width: ${Number(((100 * width) / height).toFixed(2))}vh` };
}
