import type { Context } from 'hono';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import { CLIENT_NAME } from '../../../protocol/provider/request-context.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { logBatchesPerRequestMax, serviceAddresses } from '../catalog/site-settings.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import { isPrivatePage } from '../security/private-page.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';
import type { Viewers } from '../security/viewers.ts';
import { XSRF_FIELD, type XsrfTokens } from '../security/xsrf.ts';
import type { EmbedRequest } from './embed-request.ts';

export interface PageConfigDependencies {
  readonly catalog: Catalog;
  readonly xsrf: XsrfTokens;
  readonly version: string;
  readonly bench: boolean;
  readonly userOf: Viewers['userOf'];
  readonly authorizationOf: Viewers['authorizationOf'];
  readonly viewerOf: Viewers['of'];
  readonly ownOrigin: OwnOrigin;
  readonly pathPrefix: PathPrefix;
  readonly visitorCookie: VisitorCookie;
}

/** Facts of one page that only its server knows. */
export interface ServedPage {
  readonly visitorData: string;
  /** Address of the module that the page runs; empty for a page that is a plain file, which names its own. */
  readonly script: string;
}

export const API_VERSION = 'v1';
/** Not a secret: it only marks calls of these pages in a log. */
export const API_KEY = 'oriel-web';

/** Configuration that the server writes when it renders the embed page, or when a page fetches it. */
export function pageConfig(
  embed: EmbedRequest,
  player: PlayerResponse | undefined,
  context: Context,
  { visitorData, script }: ServedPage,
  dependencies: PageConfigDependencies,
): PageConfig {
  const { site } = dependencies.catalog;
  const { xsrf, version, bench, pathPrefix } = dependencies;
  const privateEmbed = isPrivatePage(embed.consent, context, site.privateEmbedHosts);
  // A private embed has no signed-in user, whatever the browser sends along (P10).
  const user = privateEmbed ? undefined : dependencies.userOf(context);
  const query = new URL(context.req.url).searchParams;
  // A private embed sends no visitor data (P10), so its token identifies no viewer.
  const viewer = privateEmbed ? undefined : dependencies.viewerOf(context, visitorData);
  const videoId = embed.videoId ?? player?.videoDetails?.videoId;
  return {
    player: {
      args: {
        autoplay: embed.parameters.autoplay,
        video_id: videoId,
        fflags: embed.parameters.forced_experiments,
        loaderUrl: pathPrefix.add('/iframe_api'),
        el: 'embedded',
      },
      attrs: { width: '100%', height: '100%', id: 'player' },
      // The first styles are in the page itself, and each part of the interface brings its own (C1).
      assets: { js: script, css: '' },
      loaded: true,
    },
    context: {
      client: {
        clientName: CLIENT_NAME,
        clientVersion: version,
        hl: embed.parameters.hl,
        visitorData: privateEmbed ? undefined : visitorData,
      },
    },
    apiVersion: API_VERSION,
    apiKey: API_KEY,
    logBatchesPerRequestMax: logBatchesPerRequestMax(site),
    addresses: serviceAddresses(site, pathPrefix),
    loggedIn: user !== undefined,
    authorization: user === undefined ? undefined : dependencies.authorizationOf(context),
    dataSyncId: site.dataSyncIdInPage ? user : undefined,
    xsrf: dependencies.ownOrigin.isForeign(context) ? undefined : { fieldName: XSRF_FIELD, token: xsrf.create(viewer) },
    privacy: {
      privateEmbed,
      privateEmbedHosts: site.privateEmbedHosts,
      educationHosts: site.educationHosts,
      consent: dependencies.visitorCookie.statedConsent(context, embed.consent),
      enableSafetyMode: site.enableSafetyMode,
      lockedSafetyMode: site.lockedSafetyMode,
    },
    session: site.enforceSession ? { enforce: true, id: sessionId(query) } : undefined,
    bench,
    playerResponse: player,
  };
}

/**
 * The id that the host sets, else the host script's number in the address (H3). If empty, the page reads that number itself,
 * which a request for the configuration lacks; a page with neither accepts no host messages.
 */
function sessionId(query: URLSearchParams): string {
  return query.get('session_id') ?? query.get('widgetid') ?? '';
}
