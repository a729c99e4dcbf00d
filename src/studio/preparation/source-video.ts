import type { CaptionSource } from '../captions/caption-source.ts';
import type { StreamTimes } from './packet-times.ts';

/** Facts about a source file of a video. */
export interface Video {
  readonly path: string;
  /** Length by the packets of the file. */
  readonly lengthSeconds: number;
  /** Length that the container declares, which a truncated file does not reach; `null` if it declares none. */
  readonly declaredSeconds: number | null;
  /** Time of the file's clock from which ffmpeg counts. */
  readonly beginSeconds: number;
  /** Time of the first picture or sound after `beginSeconds`: other streams may begin earlier. */
  readonly originSeconds: number;
  /** `null` for a file with only sound. */
  readonly picture: Picture | null;
  /** Stream index of a cover, as in music files. */
  readonly coverIndex: number | null;
  /** Decodable tracks; the first track is the default. */
  readonly sounds: readonly Sound[];
  readonly subtitles: readonly CaptionSource[];
  readonly chapters: readonly SourceChapter[];
  /** Title in the file's metadata. */
  readonly title: string | null;
  readonly isSpherical: boolean;
  /** Whether the file is a recorded broadcast, which may begin between two key frames; packets before the first are no damage. */
  readonly mayBeginAnywhere: boolean;
  /** Whether times inside sound packets are wrong, so that ffmpeg must neither compute missing times nor correct its clock by them. */
  readonly isWronglyCounted: boolean;
  /** Packet times by stream; empty for a file that cannot be read to its end. */
  readonly times: StreamTimes;
  /** Parts of the file that are left out, a sentence each. */
  readonly remarks: readonly string[];
}

export interface Picture {
  /** Index among the file's streams. */
  readonly index: number;
  /** Time after the first picture or sound of the file. */
  readonly startSeconds: number;
  /** Display width: rotated upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the file declares a rotation or a reflection. */
  readonly isTurned: boolean;
  /** Pixel aspect ratio, such as `4/3`; `null` for square pixels. */
  readonly pixelAspect: string | null;
  readonly framesPerSecond: number;
  /** Unit of the stream's times. */
  readonly tickSeconds: number;
  readonly codec: string;
  /** Whether the picture has 8 bits and 4:2:0, which every browser can show. */
  readonly isPlain: boolean;
  readonly colours: Colours;
  /** Whether frames may consist of two fields. */
  readonly mayBeInterlaced: boolean;
}

/** Colour space that the file declares, or that players assume. */
export interface Colours {
  readonly isHighDynamicRange: boolean;
  /** ffmpeg's name of the matrix; `rgb` for pictures without a matrix. */
  readonly matrix: 'rgb' | 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc';
  /** Whether the primaries are those of BT.2020, which contain many more colours than BT.709. */
  readonly isWide: boolean;
  readonly isFullRange: boolean;
}

export interface Sound {
  /** Index among the file's streams. */
  readonly index: number;
  readonly startSeconds: number;
  readonly codec: string;
  readonly channels: number;
  /** BCP 47 tag; `und` if the file declares no language. */
  readonly languageCode: string;
  readonly title: string | null;
  /** Audio description, for viewers who do not see the pictures. */
  readonly isDescription: boolean;
  /** Commentary, such as a director's. */
  readonly isComment: boolean;
}

export interface SourceChapter {
  readonly title: string;
  readonly startSeconds: number;
}
