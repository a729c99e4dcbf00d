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

/** Rule for serving the files of some paths. No path may match two rules, because hosts would send the headers of both. */
export interface Rule {
  /** Description of the files, for the person who reads the rules. */
  readonly what: string;
  /** Paths; a `*` at the end matches anything, `:id` one segment. */
  readonly paths: readonly string[];
  /** Path of the file that all paths show; absent if each path is a file of its own. */
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
/** Page of the player, outside of the paths that show it, because such a path would redirect to itself. */
export const PAGE_FILE = 'player.html';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Rules with the headers that the provider sends with the same files, adapted to a provider on another origin. */
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
       * Every other path gets the static host's 404 (P1). Without an id, only `embed` shows the player: the host page
       * names the video.
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
