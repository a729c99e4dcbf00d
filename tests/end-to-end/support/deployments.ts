import { startProvider } from '../../../src/server/start-provider.ts';
import { makeCatalog } from './catalog.ts';
import { openStaticPlayers } from './static-players.ts';
import { test as base } from './test.ts';

export const DEPLOYMENTS = ['rendered by the provider', 'from a static host'] as const;
export type Deployment = (typeof DEPLOYMENTS)[number];

/** Cookie of the provider by which its operator knows viewers. */
const USER_COOKIE = 'user';
export const BASE_PATH = '/some/player';
/**
 * Names of this machine, of one site: browsers send cookies of the provider that are not partitioned in pages of the
 * same site alone.
 */
const SITE = 'oriel.localhost';
const PROVIDER_NAME = `api.${SITE}`;
const PLAYERS_NAME = `players.${SITE}`;
/** Its pages are private. */
const PRIVATE_NAME = `private.${SITE}`;

export interface Deployed {
  /** Origin of the provider. */
  readonly provider: string;
  /** Its port on this machine. */
  readonly providerPort: number;
  /** Address below which the players of a deployment lie. */
  readonly players: Readonly<Record<Deployment, string>>;
  /** The same under a private host name. */
  readonly privatePlayers: Readonly<Record<Deployment, string>>;
  /** Paths that the static host has been asked for and does not have. */
  readonly missing: readonly string[];
  /** Its files, for a second host of them. */
  readonly staticFolder: string;
}

/** Names the viewer to the provider, as its sign-in would. */
export const signedInAs = (user: string) => ({
  name: USER_COOKIE,
  value: user,
  domain: PROVIDER_NAME,
  path: '/',
  sameSite: 'Lax' as const,
});

/** User by the cookie, or by what their page has got to show with its calls. */
const userOf = ({ headers }: Request): string | undefined =>
  /^Bearer (\w+)$/.exec(headers.get('Authorization') ?? '')?.[1] ??
  new RegExp(`\\b${USER_COOKIE}=(\\w+)`).exec(headers.get('Cookie') ?? '')?.[1];

/** The same page in the site of the players. */
export const inSite = (address: string): string => address.replace('//localhost:', `//www.${SITE}:`);

/** One provider, with players in its own pages and in plain files of another origin and path. */
const withDeployed = base.extend('deployed', { scope: 'file' }, async ({}, { onCleanup }): Promise<Deployed> => {
  const host = await openStaticPlayers();
  const catalog = await makeCatalog({
    'site.json': { enforceSession: true, privateEmbedHosts: [PRIVATE_NAME] },
    'videos/orielmp4001.json': { allowedHosts: ['news.example'] },
  });
  const at = (name: string): string => `http://${name}:${host.port}`;
  const running = await startProvider({
    port: 0,
    catalogFolder: catalog.folder,
    bench: true,
    pageOrigins: [at(PLAYERS_NAME), at(PRIVATE_NAME)],
    dataSyncIdOf: userOf,
    authorizationOf: (request) => `Bearer ${userOf(request)}`,
  });
  onCleanup(async () => {
    await running.close();
    await host.stop();
    await catalog.remove();
  });
  const provider = `http://${PROVIDER_NAME}:${running.port}`;
  host.build('--provider', provider, '--base-path', `${BASE_PATH}/`, '--with-credentials');
  const below = (own: string, name: string): Deployed['players'] => ({
    'rendered by the provider': own,
    'from a static host': at(name) + BASE_PATH,
  });
  return {
    provider,
    providerPort: running.port,
    players: below(provider, PLAYERS_NAME),
    privatePlayers: below(`http://${PRIVATE_NAME}:${running.port}`, PRIVATE_NAME),
    missing: host.missing,
    staticFolder: host.folder,
  };
});

/** Players at the root of an origin that the provider does not list, which send no cookies. */
export const test = withDeployed.extend('unlisted', { scope: 'file' }, async ({ deployed }, { onCleanup }) => {
  const host = await openStaticPlayers();
  onCleanup(() => host.stop());
  host.build('--provider', deployed.provider);
  return { players: `http://elsewhere.${SITE}:${host.port}`, missing: host.missing };
});
