import type { FragmentLoaderContext, HlsConfig } from 'hls.js';
import { pictureCues, type CaptionScreen } from './captions/picture-cues.ts';
import type { HlsLibrary } from './hls-library.ts';
import { steeringController } from './steering-controller.ts';

/** The captions of a long video in one file take a tenth of it; parsing more would hold up the thread. Our choice. */
const SUBTITLES_MAX_BYTES = 4_194_304;

/** Settings of the whole engine, beside those of both. */
export function wholeConfig({ DefaultConfig }: HlsLibrary): Partial<HlsConfig> {
  const steering = steeringController(DefaultConfig.contentSteeringController);
  return {
    cueHandler: {
      newCue: (_, startSeconds, endSeconds, screen) =>
        pictureCues(startSeconds, endSeconds, screen as unknown as CaptionScreen) as never,
    },
    /** Nothing is loaded before a viewer has chosen it; this is no language. */
    subtitlePreference: { lang: '-' },
    ...(steering === undefined ? {} : { contentSteeringController: steering }),
    xhrSetup(request, _, context) {
      const track: string | undefined = (context as Partial<FragmentLoaderContext>).frag?.type;
      if (track !== 'subtitle') return;
      request.addEventListener('progress', ({ loaded }) => {
        if (loaded > SUBTITLES_MAX_BYTES) request.abort();
      });
    },
  };
}
