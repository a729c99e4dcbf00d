import type { Rule } from './rules.ts';

/** The rules in the formats of common hosts. */

const isPattern = (path: string): boolean => path.endsWith('*');
const withoutStar = (path: string): string => path.replace(/\*$/, '');

const hasSegment = (path: string): boolean => path.includes('/:id');
/** The path as a regular expression, for nginx and Caddy. */
const expressionOf = (path: string): string => `^${path.replace(/[.+]/g, '\\$&').replace(':id', '[^/]+')}$`;

function nginxLocation(path: string): string {
  if (hasSegment(path)) return `~ ${expressionOf(path)}`;
  return isPattern(path) ? `^~ ${withoutStar(path)}` : `= ${path}`;
}

/** Matcher for all paths in one kind: matchers of different kinds in one set would all have to match. */
function caddyMatcher(paths: readonly string[]): string {
  return paths.some(hasSegment) ? `path_regexp ${paths.map(expressionOf).join('|')}` : `path ${paths.join(' ')}`;
}

/** `_headers` of Netlify, Cloudflare Pages and others. */
export function headersFile(rules: readonly Rule[]): string {
  const blocks = rules.flatMap(({ what, paths, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
    return [`# ${what}`, ...paths.map((path) => [path, ...lines, ''].join('\n'))];
  });
  return blocks.join('\n');
}

/** `_redirects` of the same hosts. They serve `player.html` at `player`, and some redirect `player.html` to `player`. */
export function redirectsFile(rules: readonly Rule[]): string {
  const lines = rules.flatMap(({ paths, shows }) =>
    shows === undefined ? [] : paths.map((path) => `${path} ${shows.replace(/\.html$/, '')} 200`),
  );
  return `${lines.join('\n')}\n`;
}

/** nginx configuration, to be included in a `server` whose `root` is this folder. */
export function nginxFile(rules: readonly Rule[]): string {
  const blocks = rules.flatMap(({ what, paths, shows, headers }) => {
    const { 'Content-Type': type, ...others } = headers;
    const lines = [
      // With an empty table of types, the default type applies to all files, with or without an extension.
      ...(type === undefined ? [] : ['types { }', `default_type "${type}";`]),
      ...Object.entries(others).map(([name, value]) => `add_header ${name} "${value}" always;`),
      ...(shows === undefined ? [] : [`try_files ${shows} =404;`]),
    ];
    const block = (path: string): string =>
      [`location ${nginxLocation(path)} {`, ...lines.map((line) => `  ${line}`), '}', ''].join('\n');
    return [`# ${what}`, ...paths.map(block)];
  });
  return blocks.join('\n');
}

/** Paths to refuse explicitly, because Caddy responds with 200 to a path without a handler. */
function refusedBelow(paths: readonly string[]): readonly string[] {
  const roots = paths.filter((path) => path.endsWith('/:id')).map((path) => path.replace('/:id', ''));
  const below = roots.flatMap((root) => [root, `${root}/*`]);
  return [
    '@orielBelow {',
    `\tpath ${below.join(' ')}`,
    `\tnot ${caddyMatcher(paths)}`,
    '}',
    'handle @orielBelow {',
    '\trespond 404',
    '}',
    '',
  ];
}

/** Caddy configuration, to be imported in a site whose `root` is this folder. */
export function caddyFile(rules: readonly Rule[]): string {
  const blocks = rules.map(({ what, paths, shows, headers }, index) =>
    [
      `# ${what}`,
      `@oriel${index} ${caddyMatcher(paths)}`,
      `handle @oriel${index} {`,
      ...(shows === undefined ? [] : [`\trewrite * ${shows}`]),
      '\theader {',
      ...Object.entries(headers).map(([name, value]) => `\t\t${name} "${value}"`),
      '\t}',
      '\tfile_server',
      '}',
      '',
      ...(paths.some(hasSegment) ? refusedBelow(paths) : []),
    ].join('\n'),
  );
  return blocks.join('\n');
}
