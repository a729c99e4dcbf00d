import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildStatic } from '../../.build/static-site/command.ts';
import { readStaticOptions } from '../../.build/static-site/options.ts';
import { writeStaticSite } from '../../.build/static-site/static-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROVIDER = 'https://api.videos.example';

test.each([
  [[], '--provider is missing: the address of the provider, such as https://api.videos.example'],
  [['--provider', 'api.videos.example'], '--provider has to be an address such as'],
  [['--provider', 'ftp://api.videos.example'], '--provider has to be an address such as'],
  [['--provider', 'http://api.videos.example'], '--provider has to be https'],
  [['--provider', `${PROVIDER}/?a=b`], 'without query, fragment and user name'],
  [['--provider', PROVIDER, '--base-path', 'player'], '--base-path has to be a path such as /player/'],
  [['--provider', PROVIDER, '--base-path', '/a b/'], '--base-path has to be a path such as /player/'],
  [['--provider', PROVIDER, '--media-origin', 'https://cdn.example/films'], '--media-origin has to be an origin'],
  [['--providr', PROVIDER], '--providr'],
])('the options %j of a static site are refused with the expected value', (args, message) => {
  expect(() => readStaticOptions(args, 'out')).toThrow(message);
});

test('the options of a static site are read without trailing slashes', () => {
  const args = [
    '--provider',
    `${PROVIDER}/films/`,
    '--base-path',
    '/some/player/',
    '--media-origin',
    'https://cdn.example',
  ];
  expect(readStaticOptions(args, 'out')).toEqual({
    provider: `${PROVIDER}/films`,
    basePath: '/some/player',
    mediaOrigins: ['https://cdn.example'],
    withCredentials: false,
    out: 'out',
  });
  expect(readStaticOptions(['--provider', 'http://localhost:4173'], 'out')).toMatchObject({ basePath: '' });
});

const PAGE = `<html lang="en" dir="ltr"><head><!--oriel:head--><style>p{}</style></head><body><!--oriel:config-->
<meta id="oriel-main" content="/assets/page-a1.js"><script>boot()</script></body></html>`;

/** Writes a static site from a minimal build. */
async function build(change: object = {}): Promise<{ out: string; read: (path: string) => Promise<string> }> {
  const folder = await temporaryFolder();
  const files = {
    'client/src/page/index.html': PAGE,
    'client/assets/page-a1.js': 'import("./panel-b2.js");import("./shown-video-d4.js")',
    'client/assets/shown-video-d4.js': '',
    'client/assets/panel-b2.js': '',
    'client/assets/panel-b2.js.map': '',
    'client/assets/demo-c3.js': '',
    'earlier-assets/page-a0.js': '',
    'client/third-party-notices.txt': '',
    'host/iframe_api.js': 'script',
    'host/oriel.js': 'module',
    'host/oriel-player.js': 'element',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const out = join(folder, 'static');
  const options = {
    provider: PROVIDER,
    basePath: '/player',
    mediaOrigins: ['https://cdn.example'],
    withCredentials: true,
  };
  await writeStaticSite(folder, '1.2.3', { ...options, out, ...change });
  return { out, read: (path) => readFile(join(out, path), 'utf8') };
}

test('a static site has the page with addresses of its own site, its assets, and the scripts for host pages', async () => {
  const { out, read } = await build();
  const files = await readdir(out, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(out.length));
  expect(paths.toSorted()).toEqual([
    '/Caddyfile',
    '/README.md',
    '/_headers',
    '/_redirects',
    '/nginx.conf',
    '/player/ads/ad_status.js',
    '/player/assets/page-a0.js',
    '/player/assets/page-a1.js',
    '/player/assets/panel-b2.js',
    '/player/assets/shown-video-d4.js',
    '/player/embed/index.html',
    '/player/iframe_api',
    '/player/iframe_api.js',
    '/player/oriel-player.js',
    '/player/oriel.js',
    '/player/player.html',
    '/player/player_api',
    '/player/third-party-notices.txt',
  ]);
  const html = await read('player/player.html');
  expect(html).toContain('content="/player/assets/page-a1.js"');
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).toContain('<link rel="modulepreload" href="/player/assets/shown-video-d4.js">');
  const config = JSON.parse(
    /<script type="application\/json" id="oriel-config">(.*?)<\/script>/.exec(html)?.[1] ?? '',
  ) as object;
  expect(config).not.toHaveProperty('player');
  expect(config).toMatchObject({
    addresses: { api: PROVIDER, errorReport: `${PROVIDER}/error_204` },
    context: { client: { clientVersion: '1.2.3' } },
    privacy: { privateEmbed: true },
    withCredentials: true,
  });
  expect(await read('README.md')).toContain('ORIEL_PAGE_ORIGINS');
});

test('the headers of a static site allow the origins of provider and media, and no path matches two rules', async () => {
  const { read } = await build({ provider: `${PROVIDER}/films` });
  const headers = await read('_headers');
  const rules = [...headers.matchAll(/^(\/\S*)\n((?: {2}.*\n)+)/gm)].map(([, path = '', text = '']) => ({
    path,
    text,
  }));
  const policyAt = (path: string): string =>
    /Content-Security-Policy: (.*)/.exec(rules.find((rule) => rule.path === path)?.text ?? '')?.[1] ?? '';
  expect(policyAt('/player/embed/:id')).toMatch(
    /connect-src 'self' https:\/\/api\.videos\.example https:\/\/cdn\.example$/,
  );
  expect(policyAt('/player/embed/:id')).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/api\.videos\.example;/);
  expect(policyAt('/player/assets/*')).toMatch(/script-src 'self' https:\/\/api\.videos\.example;/);
  for (const { path } of rules) {
    const others = rules.filter((rule) => rule.path.endsWith('*') && path.startsWith(rule.path.slice(0, -1)));
    expect(others.map((rule) => rule.path)).toEqual(path.endsWith('*') ? [path] : []);
  }
  // Static hosts limit the length of a line.
  expect(Math.max(...headers.split('\n').map(({ length }) => length))).toBeLessThan(2_000);
});

test('the formats of a static site have the same headers for the page', async () => {
  const { read } = await build();
  const policy = /Content-Security-Policy: (.*)/.exec(await read('_headers'))?.[1] ?? 'none';
  expect(await read('nginx.conf')).toContain(`add_header Content-Security-Policy "${policy}" always;`);
  expect(await read('Caddyfile')).toContain(`Content-Security-Policy "${policy}"`);
  expect(await read('nginx.conf')).toMatch(
    /location ~ \^\/player\/embed\/\[\^\/\]\+\$ \{[^}]*\}\n[^}]*try_files \/player\/player\.html =404;/,
  );
  expect(await read('Caddyfile')).toContain('rewrite * /player/player.html');
  expect(await read('_redirects')).toContain('/player/embed/:id /player/player 200\n');
});

test('in every format the page is shown at /embed and one segment below its roots, and at no other path [P1]', async () => {
  const { read } = await build();
  const redirects = [...(await read('_redirects')).matchAll(/^(\S+) /gm)].map(([, path = '']) =>
    path.replace(/:\w+/, '[^/]+').replace('*', '.*'),
  );
  const nginx = [
    ...(await read('nginx.conf')).matchAll(/location (\S+) (\S+) \{[^}]*(?:\}\n[^}]*)?player\.html =404/g),
  ];
  const caddy = /@oriel0 path_regexp (\S+)/.exec(await read('Caddyfile'))?.[1] ?? '';
  const formats = {
    redirects: redirects.map((path) => `^${path}$`),
    nginx: nginx.map(([, kind, path = '']) => (kind === '=' ? `^${path}$` : path)),
    caddy: [caddy],
  };
  const shownAt = (path: string): string[] =>
    Object.entries(formats).flatMap(([name, patterns]) =>
      patterns.some((pattern) => new RegExp(pattern).test(path)) ? [name] : [],
    );
  expect(await read('Caddyfile')).toContain(
    '\tpath /player/embed /player/embed/* /player/v /player/v/* /player/e /player/e/*\n\tnot path_regexp ',
  );
  const all = ['redirects', 'nginx', 'caddy'];
  for (const path of ['embed', 'embed/', 'embed/orieldemo01', 'v/orieldemo01/', 'e/x&autoplay=1'])
    expect(shownAt(`/player/${path}`)).toEqual(all);
  for (const path of ['embed/a/b', 'embed//', 'embedded', 'v/a/b/', 'x/embed/a', 'v', 'v/', 'e', 'e/'])
    expect(shownAt(`/player/${path}`)).toEqual([]);
});

test('the folder of an earlier static site is replaced, a folder with other files is not', async () => {
  const { out } = await build();
  await writeFile(join(out, 'player/assets/left-over.js'), '');
  await build({ out });
  expect(await readdir(join(out, 'player/assets'))).not.toContain('left-over.js');
  const other = await temporaryFolder();
  await writeFile(join(other, 'mine.txt'), '');
  await expect(build({ out: other })).rejects.toThrow('other files');
  expect(await readdir(other)).toEqual(['mine.txt']);
});

test('build:static builds missing pages first, and prints a wrong option with the usage', async () => {
  const lines: string[] = [];
  const run = (...args: string[]) =>
    buildStatic(args, {
      root: tmpdir(),
      build: () => lines.push('build') === 0,
      say: (line) => lines.push(line),
      complain: (line) => lines.push(line),
    });
  expect(await run()).toBe(false);
  expect(lines.splice(0)).toEqual([
    expect.stringMatching(/^--provider is missing[\s\S]*npm run build:static -- --provider https/),
  ]);
  expect(await run('--provider', PROVIDER)).toBe(false);
  expect(lines).toEqual(['build']);
});
