import { basename } from 'node:path';
import { PreparationFault } from './preparation-fault.ts';

/** A captions file beside the video, or a track inside it. */
export interface CaptionSource {
  /** `null`: in the video itself. */
  readonly path: string | null;
  /** Index of the stream, in the video. */
  readonly index: number;
  readonly languageCode: string;
}

/** `de.srt` and `film.pt-BR.vtt` name their language. */
const LANGUAGE_IN_NAME = /(?:^|[._ -])([A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?)\.(?:srt|vtt)$/;

/** Captions as named on the command line; a file that does not say its language is a {@link PreparationFault}. */
export function captionSource(path: string): CaptionSource {
  const languageCode = LANGUAGE_IN_NAME.exec(basename(path))?.[1];
  if (languageCode === undefined)
    throw new PreparationFault(
      `${basename(path)} does not say its language. Name captions after it: de.srt, film.en.srt or pt-BR.vtt.`,
    );
  return { path, index: 0, languageCode };
}

/** WebVTT of either kind of captions. */
export function captionCommand(video: string, { path, index }: CaptionSource, target: string): string[] {
  /** A list of other files would be read as captions, too. */
  const source =
    path === null
      ? ['-i', `file:${video}`, '-map', `0:${index}`]
      : ['-format_whitelist', 'srt,webvtt', '-i', `file:${path}`];
  return [...source, '-f', 'webvtt', target];
}

/** In the language itself: Deutsch, English. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
