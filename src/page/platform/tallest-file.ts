import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';

type Files = MediaSourceDescription['progressive'];

/** The tallest file: without adaptation the choice is final. */
export function tallestFile(files: Files): Files[number] | undefined {
  return [...files].sort((one, other) => other.height - one.height)[0];
}
