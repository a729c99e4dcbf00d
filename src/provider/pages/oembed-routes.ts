import type { Context, Hono } from 'hono';
import { embedCode } from '../../../protocol/host/embed-code.ts';
import { VideoId } from '../../../protocol/identifiers.ts';
import { videoIdOfPath } from '../../../protocol/host/video-options.ts';
import type { Catalog, Video } from '../catalog/catalog.ts';
import { frameSize } from '../catalog/frame-size.ts';
import { isNamed } from '../http/allowed-hosts.ts';
import { OPEN_TO_ALL } from '../http/responses.ts';
import { clientAddress } from '../http/client-address.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import { escapeHtml } from '../http/escape.ts';
import { largestJpeg } from './poster-sizes.ts';

type OEmbed = Readonly<Record<string, string | number>>;

export interface OEmbedDependencies {
  readonly catalog: Catalog;
  /** Empty if the operator set none. */
  readonly publicOrigin: string;
  readonly ownOrigin: OwnOrigin;
  readonly allowedHosts: readonly string[];
  readonly pathPrefix: PathPrefix;
}

/**
 * oEmbed 1.0: data with which a site shows a link to a video as its player. Only for addresses of this provider: a site that trusts this
 * provider would otherwise embed a frame of any address.
 */
export function oEmbedRoutes(
  app: Hono,
  { catalog, publicOrigin, ownOrigin, allowedHosts, pathPrefix }: OEmbedDependencies,
): void {
  const isOurs = (address: URL, context: Context): boolean =>
    ownOrigin.hosts(context).includes(address.host) || isNamed(address.hostname, allowedHosts);

  // The operator names this host, not only the request: shared caches may store such a response.
  const isConfigured = (address: URL): boolean =>
    address.origin === publicOrigin || isNamed(address.hostname, allowedHosts);

  app.get('/oembed', (context) => {
    const { url = '', format = 'json', maxwidth, maxheight } = context.req.query();
    if (format !== 'json' && format !== 'xml') return plain(501, 'format must be json or xml.');
    const address = readAddress(url, publicOrigin || clientAddress(context).origin);
    const video = address && isOurs(address, context) ? videoAt(address, catalog, pathPrefix) : undefined;
    if (address === undefined || video === undefined) return plain(404, 'No video has this address.');
    // By oEmbed 1.0, the reader then shows only the link.
    if (video.refusal !== undefined) return plain(401, 'This video may not be shown; link to its address instead.');
    const limits = { width: readLimit(maxwidth), height: readLimit(maxheight) };
    const response = describe(video, address, limits, pathPrefix);
    const cache = isConfigured(address) ? 'public' : 'private';
    return format === 'json'
      ? send(JSON.stringify(response), 'application/json', cache)
      : send(toXml(response), 'text/xml', cache);
  });
}

/** A relative address counts as one of this provider. Credentials are left out: every reader of the response would see them. */
function readAddress(url: string, ownOrigin: string): URL | undefined {
  if (url === '' || !URL.canParse(url, ownOrigin)) return undefined;
  const address = new URL(url, ownOrigin);
  address.username = '';
  address.password = '';
  return address.protocol === 'http:' || address.protocol === 'https:' ? address : undefined;
}

function videoAt(address: URL, catalog: Catalog, { remove }: PathPrefix): Video | undefined {
  const listId = address.searchParams.get('list') ?? '';
  const [firstOfList] = catalog.playlists.get(listId)?.videoIds ?? [];
  const path = remove(address.pathname);
  const id = videoIdOfPath(path) ?? (/^\/embed\/?(?:videoseries)?$/.test(path) ? firstOfList : '');
  return VideoId.safeParse(id).success ? catalog.videos.get(String(id)) : undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function describe(video: Video, address: URL, limits: Size, { text: prefix }: PathPrefix): OEmbed {
  const { width, height } = fit(frameSize(video), limits);
  const poster = largestJpeg(video.posters);
  const { name, url } = video.author;
  const html = embedCode({
    address: address.href,
    title: video.title,
    size: { width: String(width), height: String(height) },
    needsLocation: video.location !== undefined,
  });
  return {
    version: '1.0',
    type: 'video',
    provider_name: 'Oriel',
    provider_url: `${address.origin}${prefix}/`,
    title: video.title,
    ...(name === '' ? {} : { author_name: name }),
    ...(url === undefined ? {} : { author_url: new URL(url, address.origin).href }),
    html,
    width,
    height,
    ...(poster === undefined || poster.width > limits.width || poster.height > limits.height
      ? {}
      : {
          thumbnail_url: new URL(poster.url, address.origin).href,
          thumbnail_width: poster.width,
          thumbnail_height: poster.height,
        }),
  };
}

/** The largest size with the video's aspect ratio within the limits. */
function fit(video: Size, limits: Size): Size {
  const scale = Math.min(1, limits.width / video.width, limits.height / video.height);
  return { width: Math.max(1, Math.round(video.width * scale)), height: Math.max(1, Math.round(video.height * scale)) };
}

function readLimit(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

function toXml(response: OEmbed): string {
  const fields = Object.entries(response).map(
    ([name, value]) => `<${name}>${escapeHtml(xmlText(String(value)))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${fields.join('')}</oembed>\n`;
}

/** XML 1.0 allows no control characters, escaped or not. */
function xmlText(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

function send(body: string, type: string, cache: 'public' | 'private'): Response {
  return new Response(body, {
    headers: { ...OPEN_TO_ALL, 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': `${cache}, max-age=300` },
  });
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...OPEN_TO_ALL, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
