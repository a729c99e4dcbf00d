import type { Rule } from './rules.ts';

/** The rules in the formats of common hosts. */

const isPattern = (path: string): boolean => path.endsWith('*');
const withoutStar = (path: string): string => path.replace(/\*$/, '');

/** `_headers` of Netlify, Cloudflare Pages and others. */
export function headersFile(rules: readonly Rule[]): string {
  const blocks = rules.flatMap(({ what, paths, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
    return [`# ${what}`, ...paths.map((path) => [path, ...lines, ''].join('\n'))];
  });
  return blocks.join('\n');
}

/** `_redirects` of the same hosts. They show `player.html` at `player`, and some lead `player.html` there. */
export function redirectsFile(rules: readonly Rule[]): string {
  const lines = rules.flatMap(({ paths, shows }) =>
    shows === undefined ? [] : paths.map((path) => `${path} ${shows.replace(/\.html$/, '')} 200`),
  );
  return `${lines.join('\n')}\n`;
}

/** To be included in a `server` whose `root` is this folder. */
export function nginxFile(rules: readonly Rule[]): string {
  const blocks = rules.flatMap(({ what, paths, shows, headers }) => {
    const { 'Content-Type': type, ...others } = headers;
    const lines = [
      /** Without the table of types, the default is the type of files without an ending, too. */
      ...(type === undefined ? [] : ['types { }', `default_type "${type}";`]),
      ...Object.entries(others).map(([name, value]) => `add_header ${name} "${value}" always;`),
      ...(shows === undefined ? [] : [`try_files ${shows} =404;`]),
    ];
    const block = (path: string): string =>
      [
        `location ${isPattern(path) ? '^~' : '='} ${withoutStar(path)} {`,
        ...lines.map((line) => `  ${line}`),
        '}',
        '',
      ].join('\n');
    return [`# ${what}`, ...paths.map(block)];
  });
  return blocks.join('\n');
}

/** To be imported in a site whose `root` is this folder. */
export function caddyFile(rules: readonly Rule[]): string {
  const blocks = rules.map(({ what, paths, shows, headers }, index) =>
    [
      `# ${what}`,
      `@oriel${index} path ${paths.join(' ')}`,
      `handle @oriel${index} {`,
      ...(shows === undefined ? [] : [`\trewrite * ${shows}`]),
      '\theader {',
      ...Object.entries(headers).map(([name, value]) => `\t\t${name} "${value}"`),
      '\t}',
      '\tfile_server',
      '}',
      '',
    ].join('\n'),
  );
  return blocks.join('\n');
}
