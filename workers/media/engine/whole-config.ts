import type { FragmentLoaderContext, HlsConfig } from 'hls.js';
import { pictureCues } from './captions/picture-cues.ts';
import type { HlsLibrary } from './hls-library.ts';
import { steeringController } from './steering-controller.ts';

/** Captions of a long video in one file need a tenth of this; parsing a larger file would block the thread. */
const SUBTITLES_MAX_BYTES = 4_194_304;
/** A steering manifest names a few pathways and has some hundred bytes. */
const STEERING_MAX_BYTES = 262_144;

/** Settings of the whole engine, beside the settings that it shares with the slim engine. */
export function wholeConfig({ DefaultConfig }: HlsLibrary): Partial<HlsConfig> {
  const steering = steeringController(DefaultConfig.contentSteeringController);
  return {
    cueHandler: {
      newCue: (_, startSeconds, endSeconds, screen) => pictureCues(startSeconds, endSeconds, screen),
    },
    /** `-` matches no language, so hls.js loads no subtitles before a viewer has chosen a track. */
    subtitlePreference: { lang: '-' },
    ...(steering === undefined ? {} : { contentSteeringController: steering }),
    xhrSetup(request, _, context) {
      const maxBytes = largestOf(context as Partial<FragmentLoaderContext>);
      if (maxBytes === Infinity) return;
      request.addEventListener('progress', ({ loaded }) => {
        if (loaded > maxBytes) request.abort();
      });
    },
  };
}

/** Size of the largest response that is read; media segments and playlists have no limit. */
function largestOf({ type, frag }: Partial<FragmentLoaderContext>): number {
  const [request, track]: (string | undefined)[] = [type, frag?.type];
  if (request === 'steering-manifest') return STEERING_MAX_BYTES;
  return track === 'subtitle' ? SUBTITLES_MAX_BYTES : Infinity;
}
