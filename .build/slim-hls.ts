import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The features of hls.js that are compiled in. The package ships its sources, and these are its build's switches. */
const FEATURES = {
  __USE_ALT_AUDIO__: true,
  __USE_MEDIA_CAPABILITIES__: true,
  /** Captions are loaded from separate files. */
  __USE_SUBTITLES__: false,
  /** Protected content needs another engine. */
  __USE_EME_DRM__: false,
  __USE_CMCD__: false,
  __USE_CONTENT_STEERING__: false,
  __USE_INTERSTITIALS__: false,
  __USE_IFRAMES__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
  __USE_VARIABLE_SUBSTITUTION__: false,
} as const;

/** A statement of changes for its licence. */
export const SLIM_HLS_CHANGES =
  'compiled from its sources, without captions, encrypted media, CMCD, content steering and interstitials, and minified.';

/**
 * Builds hls.js from its sources with only the features that we use: a quarter less to load and to compile. Its version
 * is pinned, and a switch that a new version has removed fails the build.
 */
export function slimHls(): Plugin {
  const manifest = fileURLToPath(import.meta.resolve('hls.js/package.json'));
  const source = join(dirname(manifest), 'src/exports-named.ts');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const unused = new Set<string>(Object.keys(FEATURES));
  return {
    name: 'oriel:slim-hls',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'hls.js' ? source : undefined),
    transform(code, id) {
      if (!id.includes('/hls.js/src/')) return undefined;
      const replacements: [string, string][] = [
        ...Object.entries(FEATURES).map(([name, on]): [string, string] => [name, String(on)]),
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
      const isEngine = unused.size < Object.keys(FEATURES).length;
      if (error === undefined && isEngine && unused.size > 0)
        this.error(`hls.js ${version} no longer has the switches ${[...unused].join(', ')}`);
    },
  };
}
