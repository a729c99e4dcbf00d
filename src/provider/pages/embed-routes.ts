import type { Context, Hono } from 'hono';
import { EMBEDDER_PARAMETER, PAGE_CONFIG_PATH, PAGE_NAME_PARAMETER } from '../../../protocol/provider/paths.ts';
import type { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ContentOrigins } from '../catalog/content-origins.ts';
import type { PlayerResponses } from '../calls/player/player-responses.ts';
import type { Frontend } from '../frontend/frontend.ts';
import { jsonResponse } from '../http/responses.ts';
import type { SignedMedia } from '../media/signed-media.ts';
import { ANY_ANCESTOR, embedPolicy, formatPolicy, type PolicyDirectives } from '../security/content-security-policy.ts';
import { embedderOrigin, embeddersOfCall, hiddenEmbedder } from '../security/embedder.ts';
import { inlineHashes } from '../security/inline-hashes.ts';
import { isPrivatePage } from '../security/private-page.ts';
import type { Visitors } from '../security/visitors.ts';
import { EMBED_PERMISSIONS } from '../security/security-headers.ts';
import { mainScriptOf, renderEmbedPage, withInlineStyles } from './embed-page.ts';
import { mendedAddress, referenceTo } from './glued-address.ts';
import { asksForVideo, hasValidVideoId, readEmbedRequest, type EmbedRequest } from './embed-request.ts';
import { languageOf } from './page-language.ts';
import { notBuiltPage } from '../http/plain-pages.ts';
import { pageConfig, type PageConfigDependencies } from './page-configs.ts';

export interface EmbedRoutesDependencies extends PageConfigDependencies {
  readonly players: PlayerResponses;
  readonly visitors: Visitors;
  readonly frontend: Frontend;
  /** Origin of the addresses in cards. */
  readonly cardOrigin: (context: Context) => string;
  readonly signedMedia: SignedMedia;
  readonly origins: () => ContentOrigins;
  readonly adjustPolicy: (directives: PolicyDirectives) => PolicyDirectives;
}

const EMBED_PATHS = [
  '/embed',
  '/embed/',
  ...['/embed', '/v', '/e'].flatMap((root) => [`${root}/:name`, `${root}/:name/`]),
];

/**
 * Gives the profiler clocks of 5 µs instead of 100, and memory by thread, in the frame of any host. Only on demand: it
 * costs an extra process, and nothing else needs fine clocks.
 */
const ISOLATED = { 'Document-Isolation-Policy': 'isolate-and-credentialless' };

/** One screen at three paths, with and without a video id (P1). */
export function embedRoutes(app: Hono, dependencies: EmbedRoutesDependencies): void {
  for (const path of EMBED_PATHS) app.get(path, (context) => embedPage(context, dependencies));

  app.get(PAGE_CONFIG_PATH, async (context) => {
    const query = new URL(context.req.url).searchParams;
    const name = query.get(PAGE_NAME_PARAMETER) ?? '';
    // A page on another server was not redirected from a malformed address, as pages here are.
    const embed = requestOf(mendedAddress({ name, query: '' })?.name ?? name, query, dependencies.catalog);
    const visitor = visitorOf(embed, context, dependencies);
    const embedder = query.get(EMBEDDER_PARAMETER) ?? undefined;
    const embedders = embeddersOfCall(embedder, context, dependencies.ownOrigin);
    const player = await playerFor(embed, context, embedders, visitor, dependencies);
    rememberEmbedding(context, player, embedder);
    return jsonResponse(pageConfig(embed, player, context, { visitorData: visitor.data, script: '' }, dependencies));
  });
}

async function embedPage(context: Context, dependencies: EmbedRoutesDependencies): Promise<Response> {
  const request = context.req.raw;
  const { pathname, search, searchParams } = new URL(request.url);
  const name = context.req.param('name') ?? '';
  const mended = mendedAddress({ name, query: search.replace('?', '') });
  if (mended !== undefined)
    return new Response(null, { status: 301, headers: { Location: referenceTo(mended, name, pathname) } });
  const template = await dependencies.frontend.template('page', pathname);
  if (template === undefined) return notBuiltPage();
  const embed = requestOf(name, searchParams, dependencies.catalog);
  const visitor = visitorOf(embed, context, dependencies);
  const embedder = embedderOrigin(request.headers);
  const embedders = embedder === undefined ? [] : [embedder];
  const player = await playerFor(embed, context, embedders, visitor, dependencies);
  rememberEmbedding(context, player, embedder ?? hiddenEmbedder(request.headers));
  const served = { visitorData: visitor.data, script: mainScriptOf(template) };
  const config = pageConfig(embed, player, context, served, dependencies);
  const forgotten = dependencies.visitorCookie.forgetWhereForbidden(context, embed.consent);
  const publicOrigin = dependencies.cardOrigin(context);
  const { signedMedia, pathPrefix } = dependencies;
  const { parameters } = embed;
  const language = languageOf(parameters.hl, request.headers.get('Accept-Language'));
  const isPlayable = player?.playabilityStatus.status === 'OK';
  const video = dependencies.catalog.videos.get(player?.videoDetails?.videoId ?? '');
  const firstParts = isPlayable && video !== undefined ? signedMedia.forPage(video).firstParts : undefined;
  const description = video?.description;
  const content = { config, description, firstParts, parameters, language, publicOrigin, pathPrefix };
  const html = renderEmbedPage(template, content);
  return new Response(html, {
    status: statusOf(embed, player),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      /** Contains tokens with a lifetime; the poster, the scripts and the media are cacheable. */
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': formatPolicy(
        policyFor(withInlineStyles(template, parameters), player, context, dependencies),
      ),
      'Permissions-Policy': EMBED_PERMISSIONS,
      ...(searchParams.has('profile') ? ISOLATED : {}),
      ...(forgotten === undefined ? {} : { 'Set-Cookie': forgotten }),
    },
  });
}

/** `live_stream?channel=` is the live video of a channel, if it has one. */
function requestOf(name: string, query: URLSearchParams, catalog: Catalog): EmbedRequest {
  const embed = readEmbedRequest(name, query);
  if (name !== 'live_stream') return embed;
  const channel = query.get('channel') || null;
  const live = [...catalog.videos.values()].find((video) => video.channelId === channel && video.sources.isLive);
  return { ...embed, videoId: live?.id };
}

function rememberEmbedding(context: Context, player: PlayerResponse | undefined, embedder: string | undefined): void {
  const videoId = player?.videoDetails?.videoId;
  if (videoId !== undefined) context.set('embedding', { videoId, embedder });
}

interface Visitor {
  readonly data: string;
  /** `false` for a returning viewer. */
  readonly isNew: boolean;
}

function visitorOf(
  { consent }: EmbedRequest,
  context: Context,
  { visitors, visitorCookie }: EmbedRoutesDependencies,
): Visitor {
  const id = visitorCookie.read(context, consent);
  return { data: visitors.create(id), isNew: id === undefined };
}

async function playerFor(
  embed: EmbedRequest,
  context: Context,
  embedders: readonly string[],
  visitor: Visitor,
  { players, viewerOf, userOf, catalog, ownOrigin, visitorCookie }: EmbedRoutesDependencies,
): Promise<PlayerResponse | undefined> {
  if (!asksForVideo(embed)) return undefined;
  const isPrivate = isPrivatePage(embed.consent, context, catalog.site.privateEmbedHosts);
  const { locationPlayabilityToken: _, ...player } = await players.create({
    ...embed,
    embedders,
    ownHosts: ownOrigin.hosts(context),
    /** A private embed sends no visitor data, so actions of its viewer cannot be stored (P10). */
    viewer: isPrivate ? undefined : viewerOf(context, visitor.data),
    mayMeasure: visitorCookie.may('visitorId', context, embed.consent),
    isNewViewer: visitor.isNew && userOf(context) === undefined,
  });
  return player;
}

const STATUS_OF_CODE: Readonly<Record<string, 404 | 503>> = { 'video.notfound': 404, 'net.unavailable': 503 };

/** The body is the page with its error card either way; the status is for programs. */
function statusOf(embed: EmbedRequest, player: PlayerResponse | undefined): 200 | 400 | 404 | 503 {
  if (!hasValidVideoId(embed)) return 400;
  return STATUS_OF_CODE[player?.playabilityStatus.errorCode ?? ''] ?? 200;
}

/**
 * Policy of the page, with the sites that may frame it. A page with a refusal has no streams, and its host must be able
 * to show the reason and receive `onError`, so any site may frame it.
 */
function policyFor(
  inline: string,
  player: PlayerResponse | undefined,
  context: Context,
  dependencies: EmbedRoutesDependencies,
): PolicyDirectives {
  const { catalog, origins, cardOrigin, adjustPolicy } = dependencies;
  const isPlayable = player?.playabilityStatus.status === 'OK';
  const allowed = catalog.videos.get(player?.videoDetails?.videoId ?? '')?.allowedHosts;
  const isOpen = !isPlayable || allowed === undefined || allowed.includes('*');
  const frameAncestors = isOpen ? ANY_ANCESTOR : ["'self'", ...allowed];
  const { scriptHashes, styleHashes } = inlineHashes(inline);
  const ownOrigin = cardOrigin(context);
  return adjustPolicy(embedPolicy({ ...origins(), scriptHashes, styleHashes, frameAncestors }, ownOrigin));
}
