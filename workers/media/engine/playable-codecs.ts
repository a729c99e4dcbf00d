import { VARIANT } from '../../../protocol/runtime/media/multivariant-playlist.ts';

/** Codecs of sound, as CODECS names them. */
const SOUND = /^(?:mp4a|[ae]c-[34]|opus|flac|dts|alac)/i;

/**
 * Removes sound codecs that the browser cannot play from variants that also name a playable one: packagers list the codecs of all
 * renditions of a group, and hls.js rejects a variant for one unplayable codec.
 */
export function withPlayableCodecs(text: string, isSupported: (type: string) => boolean): string {
  return text.replaceAll(VARIANT, (variant) =>
    variant.replace(/\bCODECS="([^"]*)"/, (attribute, list: string) => {
      const codecs = list.split(',').map((codec) => codec.trim());
      const sounds = codecs.filter((codec) => SOUND.test(codec));
      const playable = sounds.filter((codec) => isSupported(`audio/mp4; codecs="${codec}"`));
      if (playable.length === 0 || playable.length === sounds.length) return attribute;
      return `CODECS="${codecs.filter((codec) => !sounds.includes(codec) || playable.includes(codec)).join(',')}"`;
    }),
  );
}
