import type { CaptionSource } from '../captions/caption-source.ts';
import type { StreamTimes } from './packet-times.ts';

/** Facts about a file that is to become a video of the catalog. */
export interface Video {
  readonly path: string;
  /** As its packets say. */
  readonly lengthSeconds: number;
  /** As its container says, which a file that was cut off no longer reaches; `null` where it declares none. */
  readonly declaredSeconds: number | null;
  /** Time of the file's clock at which ffmpeg begins it. */
  readonly beginSeconds: number;
  /** Time of the first picture or sound, counted from where ffmpeg begins the file: other streams may begin earlier. */
  readonly originSeconds: number;
  /** `null` for sound alone. */
  readonly picture: Picture | null;
  /** Index of a cover among the file's streams, as in music. */
  readonly coverIndex: number | null;
  /** Tracks that can be decoded; the first is heard unless a viewer chooses another. */
  readonly sounds: readonly Sound[];
  readonly subtitles: readonly CaptionSource[];
  readonly chapters: readonly SourceChapter[];
  /** Title in the file. */
  readonly title: string | null;
  readonly isSpherical: boolean;
  /** A broadcast, which a recording enters between two key frames: what cannot be decoded before the first one is no damage. */
  readonly mayBeginAnywhere: boolean;
  /** Times inside packets of the sound are wrong, so that ffmpeg must neither count them nor follow them as its clock. */
  readonly isWronglyCounted: boolean;
  /** Packet times; absent for a file that cannot be read to its end. */
  readonly times: StreamTimes;
  /** Parts of the file that are left out, a sentence each. */
  readonly remarks: readonly string[];
}

export interface Picture {
  /** Among the file's streams. */
  readonly index: number;
  /** After the first picture or sound of the file. */
  readonly startSeconds: number;
  /** Size as it is to be seen: turned upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the file says to turn or mirror it. */
  readonly isTurned: boolean;
  /** Width of a pixel against its height, such as `4/3`; `null` for square ones. */
  readonly pixelAspect: string | null;
  readonly framesPerSecond: number;
  /** Unit of its times. */
  readonly tickSeconds: number;
  readonly codec: string;
  /** 8 bits and 4:2:0, which every browser can show. */
  readonly isPlain: boolean;
  readonly colours: Colours;
  /** Whether its frames may be made of two fields each. */
  readonly mayBeInterlaced: boolean;
}

/** Meaning of the numbers of colours, as the file says or as players take it. */
export interface Colours {
  readonly isHighDynamicRange: boolean;
  /** ffmpeg's name of the matrix; `rgb` needs none. */
  readonly matrix: 'rgb' | 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc';
  /** BT.2020: many more colours than screens of BT.709 have. */
  readonly isWide: boolean;
  readonly isFullRange: boolean;
}

export interface Sound {
  /** Among the file's streams. */
  readonly index: number;
  readonly startSeconds: number;
  readonly codec: string;
  readonly channels: number;
  /** Tag of BCP 47; `und` where the file does not say. */
  readonly languageCode: string;
  readonly title: string | null;
  /** Describes the pictures to viewers who do not see them. */
  readonly isDescription: boolean;
  /** A comment on the video. */
  readonly isComment: boolean;
}

export interface SourceChapter {
  readonly title: string;
  readonly startSeconds: number;
}
