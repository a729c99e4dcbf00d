import { counted } from '../../../protocol/runtime/counted.ts';
import { languageTag } from '../captions/languages.ts';
import { PreparationFault } from '../preparation-fault.ts';
import type { Sound, Video } from './source-video.ts';

/** A language before a name: `en:Director`. */
const LANGUAGE = /^\s*([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*):/;

/**
 * A video whose tracks of sound have these names, in the order of the file, as `--sound-names "English,en:Director"` gives them. A
 * track without a name keeps the file's: its title, else its language.
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
  // A language alone is the name, too.
  const title = name === '' ? (code === undefined ? sound.title : null) : name;
  return { ...sound, title, languageCode: code === undefined ? sound.languageCode : languageTag(code) };
}

/** Advice where viewers would choose between tracks that nothing tells apart. */
export function soundNamesAdvice({ sounds }: Pick<Video, 'sounds'>): string[] {
  const nameless = sounds.filter(({ title, languageCode }) => title === null && languageCode === 'und');
  if (sounds.length < 2 || nameless.length === 0) return [];
  return [
    `Of ${sounds.length} tracks of sound, ${nameless.length} ${nameless.length === 1 ? 'has' : 'have'} neither a language nor a name, and ${nameless.length === 1 ? 'is' : 'are'} called “Sound”. To name them: --sound-names "English,Director".`,
  ];
}
