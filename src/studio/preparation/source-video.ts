import type { CaptionSource } from '../captions/caption-source.ts';

/** Facts about a file that is to become a video of the catalog. */
export interface Video {
  readonly path: string;
  readonly lengthSeconds: number;
  /** `null` for sound alone. */
  readonly picture: Picture | null;
  /** Index of a cover among the file's streams, as in music. */
  readonly coverIndex: number | null;
  /** The first is heard. */
  readonly sounds: readonly Sound[];
  readonly subtitles: readonly CaptionSource[];
  readonly chapters: readonly SourceChapter[];
  /** As the file says. */
  readonly title: string | null;
  readonly isSpherical: boolean;
}

export interface Picture {
  /** As it is to be seen: turned upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly codec: string;
  /** 8 bits and 4:2:0, which every browser can show. */
  readonly isPlain: boolean;
  readonly isHighDynamicRange: boolean;
}

export interface Sound {
  readonly codec: string;
  readonly channels: number;
}

export interface SourceChapter {
  readonly title: string;
  readonly startSeconds: number;
}
