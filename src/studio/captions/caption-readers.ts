import { CAPTION_FORMATS, type CaptionFormat } from '../../../protocol/provider/caption-formats.ts';
import { isWebVtt } from '../../provider/captions/web-vtt.ts';
import type { CaptionFile } from './decode-text.ts';
import type { Losses } from './losses.ts';
import { convertLyrics, isLyrics } from './lyrics.ts';
import { convertScenarist, isScenarist } from './scenarist.ts';
import { convertSubRip, convertSubViewer, isSubRip, isSubViewer } from './sub-rip.ts';
import { convertSubStation, isSubStation } from './sub-station.ts';
import { isTtml } from './ttml/read-document.ts';
import { convertTtml } from './ttml/ttml.ts';

interface CaptionReader {
  readonly detect: (text: string) => boolean;
  /** Throws a {@link CaptionFault} that names the file. */
  readonly toWebVtt: (text: string, losses: Losses, file: CaptionFile) => string;
  /** ffmpeg's codec names for tracks of this format, and the muxer that copies such tracks unchanged. */
  readonly tracks?: { readonly codecs: readonly string[]; readonly muxer: string };
}

/** A WebVTT file stays as it is, with styles, regions and positions. */
export const CAPTION_READERS: Readonly<Record<CaptionFormat, CaptionReader>> = {
  WebVTT: {
    detect: isWebVtt,
    toWebVtt: (text) => text.replace(/^\uFEFF/, ''),
    tracks: { codecs: ['webvtt'], muxer: 'webvtt' },
  },
  TTML: { detect: isTtml, toWebVtt: convertTtml },
  SCC: { detect: isScenarist, toWebVtt: convertScenarist },
  'SubStation Alpha': {
    detect: isSubStation,
    toWebVtt: convertSubStation,
    tracks: { codecs: ['ass', 'ssa'], muxer: 'ass' },
  },
  SubRip: { detect: isSubRip, toWebVtt: convertSubRip, tracks: { codecs: ['subrip'], muxer: 'srt' } },
  SubViewer: { detect: isSubViewer, toWebVtt: convertSubViewer },
  LRC: { detect: isLyrics, toWebVtt: convertLyrics },
};

export const captionFormatOf = (text: string): CaptionFormat | undefined =>
  CAPTION_FORMATS.find(({ name }) => CAPTION_READERS[name].detect(text))?.name;
