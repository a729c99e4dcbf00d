import { basename } from 'node:path';
import type { CaptionTrack } from '../../../protocol/provider/player-response.ts';
import { CaptionFault } from './caption-fault.ts';
import { languageName, languageTag } from './languages.ts';

/** A captions file beside the video, or a track inside it. */
export interface CaptionSource {
  /** `null`: in the video itself. */
  readonly path: string | null;
  /** Index of the stream in the video. */
  readonly index: number;
  /** ffmpeg's name of the kind of a track. */
  readonly codec: string;
  readonly languageCode: string;
  readonly title: string | null;
  /** Only what is foreign to the speakers of the language; shown on request. */
  readonly isForced: boolean;
  /** Sounds are written out, too. */
  readonly isForHearing: boolean;
  /** Encoding of a file, as its owner says. */
  readonly encoding?: string | undefined;
}

/** `de.srt`, `film.pt-BR.vtt` and `film.de.forced.ass` name their language. */
const LANGUAGE_IN_NAME =
  /(?:^|[._ -])([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)((?:\.(?:forced|sdh|cc|hi))*)\.(?:srt|vtt|ass|ssa)$/i;

/** Captions as named on the command line; a file that does not say its language is a {@link CaptionFault}. */
export function captionSource(path: string, encoding?: string): CaptionSource {
  const [, code, marks = ''] = LANGUAGE_IN_NAME.exec(basename(path)) ?? [];
  if (code === undefined)
    throw new CaptionFault(
      `${basename(path)} does not say its language. Name captions after it: de.srt, film.en.srt or pt-BR.vtt.`,
    );
  return {
    ...{ path, index: 0, codec: '', title: null, encoding },
    languageCode: languageTag(code),
    isForced: /forced/i.test(marks),
    isForHearing: /sdh|cc|hi/i.test(marks),
  };
}

type NamedTrack = Pick<CaptionTrack, 'languageCode' | 'name' | 'kind' | 'isDefault'>;

/** Names of tracks in menus: each under another name, and one that is forced never by itself. */
export function namedTracks(sources: readonly CaptionSource[]): NamedTrack[] {
  const names = new Set<string>();
  const usual = sources.findIndex(({ isForced }) => !isForced);
  return sources.map(({ languageCode, title, isForced, isForHearing }, index) => {
    const language = languageName(languageCode);
    const marks = [...(isForced ? ['Forced'] : []), ...(isForHearing ? ['CC'] : [])];
    const marked = marks.length === 0 ? language : `${language} (${marks.join(', ')})`;
    const name = freeName([marked, ...(title === null ? [] : [`${language} (${title})`])], names);
    names.add(name);
    return { languageCode, name, kind: isForHearing ? 'captions' : 'subtitles', isDefault: index === usual };
  });
}

function freeName(wanted: readonly string[], taken: ReadonlySet<string>): string {
  const free = wanted.find((name) => !taken.has(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) {
    const numbered = `${wanted[0]} ${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/** Formats in which ffmpeg gives out a track without reading it; of the others it writes the one with the most left. */
const FORMATS: Readonly<Record<string, readonly [codec: string, format: string]>> = {
  subrip: ['copy', 'srt'],
  webvtt: ['copy', 'webvtt'],
  ass: ['copy', 'ass'],
  ssa: ['copy', 'ass'],
};
const OTHERS = ['ass', 'ass'] as const;

/** Copies a track, in the time of the first picture or sound, out of a video as it is. ffmpeg's own conversion loses markup, positions and text behind a `<`. */
export function extractCommand(
  { path, originSeconds }: { readonly path: string; readonly originSeconds: number },
  { index, codec }: CaptionSource,
  target: string,
): string[] {
  const [coding, format] = FORMATS[codec] ?? OTHERS;
  const shift = originSeconds === 0 ? [] : ['-output_ts_offset', (-originSeconds).toFixed(6)];
  return ['-i', `file:${path}`, '-map', `0:${index}`, '-c:s', coding, ...shift, '-f', format, target];
}
