import { counted } from '../../../protocol/runtime/counted.ts';
import { languageTag } from '../captions/languages.ts';
import { PreparationFault } from '../preparation-fault.ts';
import type { Sound, Video } from './source-video.ts';

/** Language prefix of a name, as in `en:Director`. */
const LANGUAGE = /^\s*([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*):/;

/**
 * The video with new names for its sound tracks, in the order of the file, from a list such as `--sound-names "English,en:Director"`. A
 * track with an empty name keeps the title or the language from the file.
 */
export function withSoundNames(video: Video, list: string): Video {
  const names = list.split(',');
  if (names.length > video.sounds.length)
    throw new PreparationFault(
      `--sound-names has ${counted(names.length, 'name')}, and there ${video.sounds.length === 1 ? 'is' : 'are'} ${counted(video.sounds.length, 'track')} of sound. Names have commas between them.`,
    );
  const inFile = video.sounds.toSorted((one, other) => one.index - other.index);
  const sounds = video.sounds.map((sound) => named(sound, names[inFile.indexOf(sound)] ?? ''));
  return { ...video, sounds };
}

function named(sound: Sound, text: string): Sound {
  const [prefix = '', code] = LANGUAGE.exec(text) ?? [];
  const name = text.slice(prefix.length).trim();
  // A prefix without a name, as in `en:`, names the track after its language.
  const title = name === '' ? (code === undefined ? sound.title : null) : name;
  return { ...sound, title, languageCode: code === undefined ? sound.languageCode : languageTag(code) };
}

/** Advice for a video whose sound tracks viewers could not tell apart. */
export function soundNamesAdvice({ sounds }: Pick<Video, 'sounds'>): string[] {
  const nameless = sounds.filter(({ title, languageCode }) => title === null && languageCode === 'und');
  if (sounds.length < 2 || nameless.length === 0) return [];
  return [
    `Of ${sounds.length} tracks of sound, ${nameless.length} ${nameless.length === 1 ? 'has' : 'have'} neither a language nor a name, and ${nameless.length === 1 ? 'is' : 'are'} called “Sound”. To name them: --sound-names "English,Director".`,
  ];
}
