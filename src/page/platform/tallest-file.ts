import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';

type Files = MediaSourceDescription['progressive'];

/** The file with the most lines, because plain files are not switched later. */
export function tallestFile(files: Files): Files[number] | undefined {
  return [...files].sort((one, other) => other.height - one.height)[0];
}
