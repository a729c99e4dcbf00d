/** A policy as a table; a directive without sources has no value (`require-trusted-types-for` takes none). */
export type PolicyDirectives = Readonly<Record<string, readonly string[]>>;

export function formatPolicy(directives: PolicyDirectives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ');
}

const NONE = ["'none'"];
const SELF = "'self'";

/** The base of every document's policy: nothing is allowed by default. */
const STRICT: PolicyDirectives = {
  'default-src': NONE,
  'base-uri': NONE,
  'object-src': NONE,
  'form-action': NONE,
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['oriel'],
};

export interface PolicySources {
  /** Hashes of the inline scripts and styles of the document. */
  readonly scriptHashes: readonly string[];
  readonly styleHashes: readonly string[];
  /** Origins of media, posters and captions besides the provider's own. */
  readonly mediaOrigins: readonly string[];
  /** Origins of pictures only. */
  readonly imageOrigins: readonly string[];
  /** Origins of calls besides the provider's own. */
  readonly connectOrigins: readonly string[];
  /** Origins of scripts besides the provider's own. */
  readonly scriptOrigins: readonly string[];
  readonly frameAncestors: readonly string[] | typeof ANY_ANCESTOR;
}

/**
 * No list of sources matches every page that may frame the player: a page in a sandbox has no origin that could match. A policy
 * for any ancestor therefore has no `frame-ancestors`.
 */
export const ANY_ANCESTOR = 'any' as const;

const ancestors = ({ frameAncestors }: PolicySources): PolicyDirectives =>
  frameAncestors === ANY_ANCESTOR ? {} : { 'frame-ancestors': frameAncestors };

/**
 * @param ownOrigin The page's own origin, besides `'self'`: in a sandboxed frame the origin is opaque, and in WebKit `'self'`
 * then matches nothing. Absent if it is not known.
 */
export function embedPolicy(sources: PolicySources, ownOrigin?: string): PolicyDirectives {
  const own = ownOrigin === undefined ? [SELF] : [SELF, ownOrigin];
  return {
    ...STRICT,
    'script-src': [...own, ...sources.scriptHashes, ...sources.scriptOrigins],
    'style-src': [...own, ...sources.styleHashes],
    'worker-src': own,
    // The profiler frames a copy of the page whose service runs on the main thread, to compare both.
    'frame-src': own,
    'img-src': [...own, 'data:', ...sources.mediaOrigins, ...sources.imageOrigins],
    'media-src': [...own, 'blob:', ...sources.mediaOrigins],
    'font-src': own,
    'connect-src': [...own, ...sources.mediaOrigins, ...sources.connectOrigins],
    ...ancestors(sources),
  };
}

/** The demo frames the player from the other name of the same machine, like a host page on another origin. */
const OTHER_NAMES = ['http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*'];

export function demoPolicy(sources: PolicySources): PolicyDirectives {
  return {
    ...STRICT,
    'script-src': [SELF, ...sources.scriptHashes, ...OTHER_NAMES],
    'style-src': [SELF, ...sources.styleHashes],
    'img-src': [SELF, 'data:'],
    'font-src': [SELF],
    'connect-src': [SELF],
    'frame-src': [SELF, ...OTHER_NAMES],
    // A player in this page has this page as its host, whoever frames it: only the provider's own pages may.
    'frame-ancestors': [SELF],
  };
}

/** The live page shows untrusted data, so only its own files and data are allowed. */
export function operatorPolicy(sources: PolicySources): PolicyDirectives {
  return {
    ...STRICT,
    'script-src': [SELF, ...sources.scriptHashes],
    'style-src': [SELF, ...sources.styleHashes],
    'img-src': [SELF, 'data:'],
    'connect-src': [SELF],
    'frame-ancestors': NONE,
  };
}

/** Policy of an operator page with a player in a frame, and the posters of every video. */
export function videosPolicy(sources: PolicySources): PolicyDirectives {
  const posters = [SELF, 'data:', ...sources.mediaOrigins, ...sources.imageOrigins];
  return { ...operatorPolicy(sources), 'img-src': posters, 'frame-src': [SELF] };
}

/** Frames the player from its own origin, to reach into it. */
export function statesPolicy(sources: PolicySources): PolicyDirectives {
  return {
    ...STRICT,
    'script-src': [SELF, ...sources.scriptHashes],
    'style-src': [SELF, ...sources.styleHashes],
    'img-src': [SELF, 'data:'],
    'frame-src': [SELF],
    'frame-ancestors': NONE,
  };
}

/** A form and nothing else; its redirect stays on the same origin. */
export function loginPolicy(styleHashes: readonly string[]): PolicyDirectives {
  return {
    'default-src': NONE,
    'base-uri': NONE,
    'style-src': styleHashes,
    'img-src': ['data:'],
    'form-action': [SELF],
    'frame-ancestors': NONE,
  };
}

/**
 * A worker follows the policy of its script's response, not the page's.
 *
 * @param scriptOrigins Origins, besides the provider's own, of the bot-detection script, which a worker loads.
 */
export function workerPolicy(
  sources: Pick<PolicySources, 'mediaOrigins' | 'connectOrigins'>,
  scriptOrigins: readonly string[] = [],
): PolicyDirectives {
  return {
    ...STRICT,
    'script-src': [SELF, ...scriptOrigins],
    'worker-src': [SELF],
    'connect-src': [SELF, ...sources.mediaOrigins, ...sources.connectOrigins],
    'frame-ancestors': NONE,
  };
}

/** Responses that are not documents: data, media, pictures. Opened in a tab, they cannot do anything. */
export const INERT_POLICY: PolicyDirectives = {
  'default-src': NONE,
  'base-uri': NONE,
  'form-action': NONE,
  'frame-ancestors': NONE,
};

/** The dev server injects scripts and styles and uses a socket to the page. */
export function relaxForDevelopment(directives: PolicyDirectives): PolicyDirectives {
  const { 'require-trusted-types-for': _types, 'trusted-types': _names, ...rest } = directives;
  const open = (name: string, ...sources: string[]): readonly string[] => [
    ...(rest[name] ?? []).filter((source) => !source.startsWith("'sha256-")),
    ...sources,
  ];
  return {
    ...rest,
    'script-src': open('script-src', "'unsafe-inline'"),
    'style-src': open('style-src', "'unsafe-inline'"),
    'connect-src': open('connect-src', 'ws:', 'wss:'),
  };
}
