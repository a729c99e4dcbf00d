import type { VideoDetails } from '../../../protocol/provider/player-response.ts';
import { frameSize } from '../catalog/frame-size.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { tag } from '../http/escape.ts';
import { largestJpeg, sizesOf } from './poster-sizes.ts';

interface HeadTagsOptions {
  readonly details: VideoDetails;
  readonly description: string | undefined;
  readonly publicOrigin: string;
  readonly pathPrefix: PathPrefix;
  readonly showsPoster: boolean;
}

/**
 * Cards for sites that show a link as a player, oEmbed discovery, and a preload of the poster. Addresses for other sites are absolute:
 * WordPress, Discord and others do not resolve them.
 */
export function headTags({ details, description, publicOrigin, pathPrefix, showsPoster }: HeadTagsOptions): string {
  const { add } = pathPrefix;
  const absolute = (address: string): string => new URL(address, publicOrigin).href;
  const page = absolute(add(`/embed/${details.videoId}`));
  const picture = largestJpeg(details.posters);
  const size = frameSize(details);
  const properties: Readonly<Record<string, string | number | undefined>> = {
    'og:type': 'video.other',
    'og:site_name': 'Oriel',
    'og:title': details.title,
    'og:description': description,
    'og:url': page,
    'og:image': picture && absolute(picture.url),
    'og:image:width': picture?.width,
    'og:image:height': picture?.height,
    'og:video:url': page,
    'og:video:secure_url': publicOrigin.startsWith('https:') ? page : undefined,
    'og:video:type': 'text/html',
    'og:video:width': size.width,
    'og:video:height': size.height,
    'video:duration': details.isLive ? undefined : Math.round(details.lengthSeconds) || undefined,
  };
  const names: Readonly<Record<string, string | number | undefined>> = {
    'twitter:card': 'player',
    'twitter:title': details.title,
    'twitter:image': picture && absolute(picture.url),
    'twitter:player': page,
    'twitter:player:width': size.width,
    'twitter:player:height': size.height,
    description,
    robots: details.isListed ? undefined : 'noindex',
  };
  return [
    ...metas('property', properties),
    ...metas('name', names),
    tag('link', { rel: 'canonical', href: page }),
    discovery('json', details, page, absolute(add('/oembed'))),
    discovery('xml', details, page, absolute(add('/oembed'))),
    showsPoster ? posterPreload(details) : '',
  ].join('');
}

function metas(kind: 'name' | 'property', values: Readonly<Record<string, string | number | undefined>>): string[] {
  return Object.entries(values).flatMap(([key, content]) =>
    content === undefined ? [] : [tag('meta', { [kind]: key, content })],
  );
}

function discovery(format: 'json' | 'xml', details: VideoDetails, page: string, oEmbed: string): string {
  const type = format === 'json' ? 'application/json+oembed' : 'text/xml+oembed';
  const query = new URLSearchParams({ url: page, format });
  return tag('link', { rel: 'alternate', type, href: `${oEmbed}?${query.toString()}`, title: details.title });
}

/** The first poster has the smallest format; a browser that does not support its type skips the hint. */
function posterPreload({ posters }: VideoDetails): string {
  const [poster] = posters;
  if (poster === undefined) return '';
  const { srcset, sizes } = sizesOf(posters, poster.mimeType);
  return tag('link', {
    rel: 'preload',
    as: 'image',
    type: poster.mimeType,
    ...(sizes === undefined ? { href: poster.url } : { imagesrcset: srcset, imagesizes: sizes }),
    crossorigin: 'anonymous',
    fetchpriority: 'high',
  });
}
