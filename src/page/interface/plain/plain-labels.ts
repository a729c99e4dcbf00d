import { ENGLISH } from '../../language/english.ts';
import type { Language } from '../../language/language.ts';

type PlainWord = 'controls' | 'play' | 'pause' | 'seek' | 'tryAgain' | 'failed';

/** Labels of the plain fallbacks. */
export type PlainLabels = Readonly<Record<PlainWord, string>>;

/** Labels in the language in use; in English if the language itself has failed. */
export function plainLabels(say: Language['say']): PlainLabels {
  const word = (key: PlainWord): string => {
    try {
      return say(key);
    } catch {
      return ENGLISH[key];
    }
  };
  return {
    controls: word('controls'),
    play: word('play'),
    pause: word('pause'),
    seek: word('seek'),
    tryAgain: word('tryAgain'),
    failed: word('failed'),
  };
}
