import { basename } from 'node:path';
import { readCaptionName } from '../../../protocol/provider/caption-names.ts';
import type { CaptionTrack } from '../../../protocol/provider/player-response.ts';
import { CaptionFault } from './caption-fault.ts';
import { CAPTION_READERS } from './caption-readers.ts';
import { languageName } from './languages.ts';

/** A captions file beside the video, or a track inside it. */
export interface CaptionSource {
  /** Path of the captions file; `null` for a track inside the video. */
  readonly path: string | null;
  /** Index of the track's stream in the video. */
  readonly index: number;
  /** ffmpeg's name of the track's codec. */
  readonly codec: string;
  readonly languageCode: string;
  readonly title: string | null;
  /** The captions translate only foreign speech and signs; viewers choose them, no player shows them by default. */
  readonly isForced: boolean;
  /** The captions describe sounds, too, for viewers who are deaf or hard of hearing. */
  readonly isForHearing: boolean;
  /** Encoding that the owner names for a file. */
  readonly encoding?: string | undefined;
}

/** Captions from a file name; a name without a language is a {@link CaptionFault}. */
export function captionSource(path: string, encoding?: string): CaptionSource {
  const { languageCode, marks } = readCaptionName(basename(path));
  if (languageCode === undefined)
    throw new CaptionFault(
      `${basename(path)} does not say its language, or says none that is known. Name captions after it: de.srt, video.zh-Hant.srt or English.vtt.`,
    );
  return {
    ...{ path, index: 0, codec: '', title: null, encoding },
    languageCode,
    isForced: marks.includes('forced'),
    isForHearing: marks.some((mark) => mark !== 'forced'),
  };
}

type NamedTrack = Pick<CaptionTrack, 'languageCode' | 'name' | 'kind' | 'isDefault'>;

/** Names of tracks in menus: all names differ, and a forced track has a mark in its name. */
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

/**
 * Arguments of ffmpeg that copy a track out of a video unchanged, with times counted from the first picture or sound: ffmpeg's own
 * conversion loses markup, positions and text behind a `<`. A track without a reader is converted to ASS, which keeps the most.
 */
export function extractCommand(
  { path, originSeconds }: { readonly path: string; readonly originSeconds: number },
  { index, codec }: CaptionSource,
  target: string,
): string[] {
  const muxer = Object.values(CAPTION_READERS).find(({ tracks }) => tracks?.codecs.includes(codec))?.tracks?.muxer;
  const shift = originSeconds === 0 ? [] : ['-output_ts_offset', (-originSeconds).toFixed(6)];
  const output = ['-c:s', muxer === undefined ? 'ass' : 'copy', ...shift, '-f', muxer ?? 'ass', target];
  return ['-i', `file:${path}`, '-map', `0:${index}`, ...output];
}
