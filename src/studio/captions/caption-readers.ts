import { CAPTION_FORMATS, type CaptionFormat } from '../../../protocol/provider/caption-formats.ts';
import { isWebVtt } from '../../provider/captions/web-vtt.ts';
import type { Losses } from './losses.ts';
import { convertSubRip, isSubRip } from './sub-rip.ts';
import { convertSubStation, isSubStation } from './sub-station.ts';

interface CaptionReader {
  readonly detect: (text: string) => boolean;
  readonly toWebVtt: (text: string, losses: Losses) => string;
  /** ffmpeg's names of tracks of the format, and of the format in which it copies them unread. */
  readonly codecs: readonly string[];
  readonly muxer: string;
}

/** A WebVTT file stays as it is, with styles, regions and positions. */
export const CAPTION_READERS: Readonly<Record<CaptionFormat, CaptionReader>> = {
  WebVTT: { detect: isWebVtt, toWebVtt: (text) => text.replace(/^\uFEFF/, ''), codecs: ['webvtt'], muxer: 'webvtt' },
  'SubStation Alpha': { detect: isSubStation, toWebVtt: convertSubStation, codecs: ['ass', 'ssa'], muxer: 'ass' },
  SubRip: { detect: isSubRip, toWebVtt: convertSubRip, codecs: ['subrip'], muxer: 'srt' },
};

export const captionFormatOf = (text: string): CaptionFormat | undefined =>
  CAPTION_FORMATS.find(({ name }) => CAPTION_READERS[name].detect(text))?.name;
