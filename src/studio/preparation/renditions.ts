import type { Picture } from './source-video.ts';
import { VIDEO_ENCODERS, type VideoCodec } from './video-codecs.ts';

/** A picture size of the ladder in one codec. */
export interface Rendition {
  readonly name: string;
  readonly codec: VideoCodec;
  readonly width: number;
  readonly height: number;
  /** Largest bit rate of the encoder, kbit/s. */
  readonly maxKilobits: number;
  /** Highest frame rate; absent to keep all pictures. */
  readonly framesPerSecondMax?: number;
}

/**
 * Steps of the short side, so that portrait video has the same names; bit rates for 30 frames a second. Playback starts with the lowest
 * step, so there is no step of 144 lines.
 */
const STEPS = [
  { shortSide: 240, maxKilobits: 300 },
  { shortSide: 360, maxKilobits: 600 },
  { shortSide: 480, maxKilobits: 1_100 },
  { shortSide: 720, maxKilobits: 2_500 },
  { shortSide: 1_080, maxKilobits: 5_000 },
  { shortSide: 1_440, maxKilobits: 9_000 },
  { shortSide: 2_160, maxKilobits: 18_000 },
] as const;
/** A picture this much larger than the best step gets another rendition in its own size. */
const ANOTHER_STEP_FACTOR = 1.15;
const LARGEST = STEPS[6];
const USUAL_FRAMES_PER_SECOND = 30;
/** Tolerates recorders that report a little more than 30 frames a second. */
const ABOVE_USUAL_FACTOR = 1.15;
/** Factor of the bit rate for twice the frame rate. */
const MORE_FRAMES_FACTOR = 1.5;

/** Only the best quality has a higher frame rate: phones that cannot show it smoothly choose a lower quality. */
const LOWER_FRAMES_PER_SECOND_MAX = 60;

/** Keeps every second, third, … picture of a video with a high frame rate, so that intervals stay equal. */
function slower(rendition: Rendition, framesPerSecond: number): Rendition {
  const every = Math.ceil(framesPerSecond / LOWER_FRAMES_PER_SECOND_MAX);
  return every === 1 ? rendition : { ...rendition, framesPerSecondMax: framesPerSecond / every };
}

/** The qualities of a video in each codec, as {@link renditionsOf} makes them. */
export function ladderOf(picture: Parameters<typeof renditionsOf>[0], codecs: readonly VideoCodec[]): Rendition[] {
  return codecs.flatMap((codec) =>
    renditionsOf(picture).map((rendition) => {
      if (codec === 'h264') return rendition;
      const maxKilobits = Math.round(rendition.maxKilobits * VIDEO_ENCODERS[codec].rateShare);
      return { ...rendition, name: `${rendition.name}-${codec}`, codec, maxKilobits };
    }),
  );
}

/** The qualities of a video in H.264, lowest first; none is larger than the video itself. */
export function renditionsOf(picture: Pick<Picture, 'width' | 'height' | 'framesPerSecond'>): Rendition[] {
  const renditions = sizesOf(picture);
  return renditions.map((rendition, at) =>
    at === renditions.length - 1 ? rendition : slower(rendition, picture.framesPerSecond),
  );
}

function sizesOf({
  width,
  height,
  framesPerSecond,
}: Pick<Picture, 'width' | 'height' | 'framesPerSecond'>): Rendition[] {
  const shortSide = Math.min(width, height);
  const isFast = framesPerSecond > USUAL_FRAMES_PER_SECOND * ABOVE_USUAL_FACTOR;
  const rendition = (side: number, maxKilobits: number): Rendition => {
    const scale = side / shortSide;
    const [shownWidth, shownHeight] = [even(width * scale), even(height * scale)];
    const rate = Math.round(maxKilobits * (isFast ? MORE_FRAMES_FACTOR : 1));
    return { name: `v${side}`, codec: 'h264', width: shownWidth, height: shownHeight, maxKilobits: rate };
  };
  const renditions = STEPS.filter((step) => step.shortSide <= shortSide).map((step) =>
    rendition(step.shortSide, step.maxKilobits),
  );
  const best = STEPS.findLast((step) => step.shortSide <= shortSide);
  const isBetween = shortSide < LARGEST.shortSide && shortSide >= (best?.shortSide ?? 0) * ANOTHER_STEP_FACTOR;
  if (!isBetween) return renditions;
  const next = STEPS.find((step) => step.shortSide > shortSide) ?? LARGEST;
  return [...renditions, rendition(shortSide, Math.round((next.maxKilobits * shortSide) / next.shortSide))];
}

/** Rounds to an even number: 4:2:0 shares chroma between two pixels each way. */
const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);
