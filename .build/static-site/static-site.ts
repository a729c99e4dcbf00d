import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CLIENT_NAME } from '../../protocol/provider/request-context.ts';
import { DEFAULT_SERVICE_ADDRESSES } from '../../protocol/page/default-addresses.ts';
import { parseEmbedParameters } from '../../protocol/page/embed-parameters.ts';
import type { PageConfig } from '../../protocol/page/page-config.ts';
import { AD_STATUS_SCRIPT } from '../../src/provider/calls/small-routes.ts';
import { withPrefix } from '../../src/provider/frontend/prefixed-frontend.ts';
import { TEMPLATES } from '../../src/provider/frontend/frontend.ts';
import { createPathPrefix } from '../../src/provider/http/path-prefix.ts';
import { renderEmbedPage } from '../../src/provider/pages/embed-page.ts';
import { API_KEY, API_VERSION } from '../../src/provider/pages/page-configs.ts';
import { InvalidOptions, type StaticSiteOptions } from './options.ts';
import { readme, README_TITLE } from './readme.ts';
import { HOST_SCRIPT_FILES, PAGE_FILE, staticRules } from './rules.ts';
import { caddyFile, headersFile, nginxFile, redirectsFile } from './server-files.ts';

/**
 * Writes the players of a build as files for any static host.
 *
 * @param dist Folder of the build.
 */
export async function writeStaticSite(dist: string, version: string, options: StaticSiteOptions): Promise<void> {
  const { out, basePath } = options;
  const template = await readFile(join(dist, 'client', TEMPLATES.page), 'utf8');
  const present = await filesIn(join(dist, 'client/assets'));
  const html = staticPage(withPrefix(withWriter(template, present), basePath), version, options);
  const rules = staticRules(html, options);
  await clear(out);
  const below = join(out, basePath);
  for (const path of [PAGE_FILE, 'embed/index.html']) await write(join(below, path), html);
  for (const [name, file] of Object.entries(HOST_SCRIPT_FILES)) await copy(join(dist, 'host', file), join(below, name));
  await write(join(below, DEFAULT_SERVICE_ADDRESSES.adStatusScript), AD_STATUS_SCRIPT);
  await copy(join(dist, 'client/third-party-notices.txt'), join(below, 'third-party-notices.txt'));
  await copyAssets(dist, template, present, join(below, 'assets'));
  await write(join(out, '_headers'), headersFile(rules));
  await write(join(out, '_redirects'), redirectsFile(rules));
  await write(join(out, 'nginx.conf'), nginxFile(rules));
  await write(join(out, 'Caddyfile'), caddyFile(rules));
  await write(join(out, 'README.md'), readme(options));
}

/** Preloads the chunk that writes title and poster, because a static page does not contain them. */
function withWriter(template: string, present: readonly string[]): string {
  const writer = present.find((name) => name.startsWith('shown-video-') && name.endsWith('.js'));
  if (writer === undefined) throw new Error('the build has no chunk shown-video');
  const link = `<link rel="modulepreload" href="/assets/${writer}">`;
  return template.replace('<!--oriel:head-->', () => `<!--oriel:head-->${link}`);
}

function staticPage(template: string, version: string, options: StaticSiteOptions): string {
  return renderEmbedPage(template, {
    config: plainConfig(version, options),
    description: undefined,
    firstParts: undefined,
    parameters: parseEmbedParameters([]),
    language: { code: 'en', locale: 'en' },
    publicOrigin: '',
    pathPrefix: createPathPrefix(options.basePath),
  });
}

/** Configuration until the provider responds: the provider's address, and no permission to store anything. */
function plainConfig(version: string, { provider, withCredentials }: StaticSiteOptions): PageConfig {
  const { adStatusScript, ...called } = DEFAULT_SERVICE_ADDRESSES;
  const absolute = Object.entries(called).map(([name, path]) => [name, provider + path]);
  return {
    context: { client: { clientName: CLIENT_NAME, clientVersion: version } },
    apiVersion: API_VERSION,
    apiKey: API_KEY,
    addresses: { ...(Object.fromEntries(absolute) as typeof called), adStatusScript },
    ...(withCredentials ? { withCredentials } : {}),
    loggedIn: false,
    privacy: {
      privateEmbed: true,
      privateEmbedHosts: [],
      educationHosts: [],
      enableSafetyMode: false,
      lockedSafetyMode: false,
    },
    bench: false,
  };
}

/** Copies assets that the page refers to, and assets of earlier builds, which open pages may still request. */
async function copyAssets(dist: string, template: string, present: readonly string[], to: string): Promise<void> {
  const earlier = await filesIn(join(dist, 'earlier-assets'));
  for (const name of earlier) await copy(join(dist, 'earlier-assets', name), join(to, name));
  const needed = new Set<string>();
  const follow = async (text: string): Promise<void> => {
    for (const name of present.filter((file) => text.includes(file) && !needed.has(file))) {
      needed.add(name);
      await copy(join(dist, 'client/assets', name), join(to, name));
      await follow(await readFile(join(dist, 'client/assets', name), 'utf8'));
    }
  };
  await follow(template);
}

/** Files of a folder without source maps and without compressed copies, because static hosts compress files themselves. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !/\.(?:map|br|gz)$/.test(name));
}

/** Removes the output folder; refuses a folder that this command has not written. */
async function clear(out: string): Promise<void> {
  const names = await readdir(out).catch(() => []);
  const title = await readFile(join(out, 'README.md'), 'utf8').catch(() => '');
  if (names.length > 0 && !title.startsWith(README_TITLE))
    throw new InvalidOptions(`--out names a folder with other files in it: ${out}`);
  await rm(out, { recursive: true, force: true });
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}
