import type { HlsConfig } from 'hls.js';
import { pictureCues, type CaptionScreen } from './captions/picture-cues.ts';

/** Settings of the whole engine, beside those of both. */
export function wholeConfig(): Partial<HlsConfig> {
  return {
    cueHandler: {
      newCue: (_, startSeconds, endSeconds, screen) =>
        pictureCues(startSeconds, endSeconds, screen as unknown as CaptionScreen) as never,
    },
    /** Nothing is loaded before a viewer has chosen it; this is no language. */
    subtitlePreference: { lang: '-' },
  };
}
