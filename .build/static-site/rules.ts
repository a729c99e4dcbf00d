import { LONG_LIVED, PAGE_FRESHNESS, SHORT_LIVED } from '../../src/provider/frontend/cache-control.ts';
import {
  ANY_ANCESTOR,
  embedPolicy,
  formatPolicy,
  workerPolicy,
} from '../../src/provider/security/content-security-policy.ts';
import { inlineHashes } from '../../src/provider/security/inline-hashes.ts';
import { BASE_HEADERS, EMBED_PERMISSIONS } from '../../src/provider/security/security-headers.ts';
import type { StaticSiteOptions } from './options.ts';

/** How the files of some paths are served. No path has two rules: hosts would send the headers of both. */
export interface Rule {
  /** Description of the files, for the person who reads the rules. */
  readonly what: string;
  /** Paths; a `*` at the end matches anything, `:id` one segment. */
  readonly paths: readonly string[];
  /** Path of the file that all of them show; absent where each is a file. */
  readonly shows?: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const PAGE_ROOTS = ['embed', 'v', 'e'];
export const HOST_SCRIPT_FILES: Readonly<Record<string, string>> = {
  iframe_api: 'iframe_api.js',
  player_api: 'iframe_api.js',
  'iframe_api.js': 'iframe_api.js',
  'oriel.js': 'oriel.js',
  'oriel-player.js': 'oriel-player.js',
};
/** Outside of the paths that show it, which would otherwise lead to themselves. */
export const PAGE_FILE = 'player.html';

const SCRIPT = 'text/javascript; charset=utf-8';

/** The headers that the provider sends with the same files, for another origin. */
export function staticRules(html: string, { provider, basePath, mediaOrigins }: StaticSiteOptions): readonly Rule[] {
  const { origin } = new URL(provider);
  const origins = { mediaOrigins: [origin, ...mediaOrigins], connectOrigins: [origin], scriptOrigins: [origin] };
  const page = embedPolicy({ ...origins, imageOrigins: [], ...inlineHashes(html), frameAncestors: ANY_ANCESTOR });
  const pageHeaders = {
    ...BASE_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': formatPolicy(page),
    'Permissions-Policy': EMBED_PERMISSIONS,
    'Cache-Control': PAGE_FRESHNESS,
  };
  return [
    {
      what: 'the player',
      /**
       * Any other path is the host's own 404 (P1). Without an id only `embed` shows the player: the host names the
       * video.
       */
      paths: PAGE_ROOTS.flatMap((root) =>
        (root === 'embed' ? ['', '/', '/:id', '/:id/'] : ['/:id', '/:id/']).map((rest) => `${basePath}/${root}${rest}`),
      ),
      shows: `${basePath}/${PAGE_FILE}`,
      headers: pageHeaders,
    },
    {
      what: 'its file',
      paths: [`${basePath}/${PAGE_FILE}`, `${basePath}/${PAGE_FILE.replace('.html', '')}`],
      headers: pageHeaders,
    },
    {
      what: 'its scripts and styles, whose names change with their content',
      paths: [`${basePath}/assets/*`],
      headers: {
        ...BASE_HEADERS,
        'Content-Security-Policy': formatPolicy(workerPolicy(origins, origins.scriptOrigins)),
        'Cache-Control': LONG_LIVED,
      },
    },
    {
      what: 'the scripts for host pages',
      paths: Object.keys(HOST_SCRIPT_FILES).map((name) => `${basePath}/${name}`),
      headers: { ...BASE_HEADERS, 'Content-Type': SCRIPT, 'Cache-Control': SHORT_LIVED },
    },
    {
      what: 'the ad-status script',
      paths: [`${basePath}/ads/*`],
      headers: { ...BASE_HEADERS, 'Cache-Control': PAGE_FRESHNESS },
    },
    {
      what: 'the licences',
      paths: [`${basePath}/third-party-notices.txt`],
      headers: { ...BASE_HEADERS, 'Cache-Control': PAGE_FRESHNESS },
    },
  ];
}
