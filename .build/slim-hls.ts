import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Switches of hls.js's own build that select the compiled features. The npm package contains the sources. */
const SLIM = {
  __USE_ALT_AUDIO__: true,
  __USE_MEDIA_CAPABILITIES__: true,
  __USE_SUBTITLES__: false,
  __USE_EME_DRM__: false,
  __USE_CMCD__: false,
  __USE_CONTENT_STEERING__: false,
  __USE_INTERSTITIALS__: false,
  __USE_IFRAMES__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
  __USE_VARIABLE_SUBSTITUTION__: false,
} as const;
type Features = Readonly<Record<keyof typeof SLIM, boolean>>;

/** Switches of the engine for streams that need more features (`protocol/runtime/media/engine-choice.ts`). */
const WHOLE: Features = {
  ...SLIM,
  __USE_SUBTITLES__: true,
  __USE_EME_DRM__: true,
  __USE_CMCD__: true,
  __USE_CONTENT_STEERING__: true,
  __USE_M2TS_ADVANCED_CODECS__: true,
  __USE_VARIABLE_SUBSTITUTION__: true,
};
const WHOLE_ENTRY = /\/whole-engine\.ts$/;

/**
 * Controllers without a switch that have nothing to do in the player's configuration, which disables metadata cues and the cap by dropped
 * frames.
 */
const IDLE_CONTROLLERS = ['id3TrackController: ID3TrackController,', 'fpsController: FPSController,'];

/** Statement of changes, which the licence of hls.js requires. */
export const SLIM_HLS_CHANGES =
  'compiled from its sources, minified, and without interstitials, i-frame playback, timed metadata and the cap by dropped ' +
  'frames; one of the two engines is also without captions, encrypted media, CMCD, content steering and variables.';

/**
 * Builds hls.js from its sources with only the features that the entry's engine uses, which saves a quarter of the bytes to load and
 * compile. The version is pinned, and the build fails if a new version has removed a switch.
 */
export function slimHls(): Plugin {
  const manifest = fileURLToPath(import.meta.resolve('hls.js/package.json'));
  const source = join(dirname(manifest), 'src/exports-named.ts');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const switches = [...Object.keys(SLIM), ...IDLE_CONTROLLERS];
  const unused = new Set<string>(switches);
  let features: Features = SLIM;
  return {
    name: 'oriel:slim-hls',
    apply: 'build',
    enforce: 'pre',
    buildStart({ input }) {
      const entries = Array.isArray(input) ? input : Object.values(input);
      if (entries.some((entry) => WHOLE_ENTRY.test(entry))) features = WHOLE;
    },
    resolveId: (id) => (id === 'hls.js' ? source : undefined),
    transform(code, id) {
      if (!id.includes('/hls.js/src/')) return undefined;
      const replacements: [string, string][] = [
        ...Object.entries(features).map(([name, on]): [string, string] => [name, String(on)]),
        ...IDLE_CONTROLLERS.map((line): [string, string] => [line, '']),
        ['__VERSION__', JSON.stringify(version)],
        ['__HLS_WORKER_BUNDLE__', 'undefined'],
        ['__IN_WORKER__', 'false'],
      ];
      let changed = code;
      for (const [name, value] of replacements) {
        if (!changed.includes(name)) continue;
        unused.delete(name);
        changed = changed.replaceAll(name, value);
      }
      return { code: changed, map: null, moduleSideEffects: false };
    },
    buildEnd(error) {
      const isEngine = unused.size < switches.length;
      if (error === undefined && isEngine && unused.size > 0)
        this.error(`hls.js ${version} no longer has the switches ${[...unused].join(', ')}`);
    },
  };
}
