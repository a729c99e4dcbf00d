import type { VideoDetails } from '../../../protocol/provider/player-response.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { tag } from '../http/escape.ts';
import { largestJpeg, sizesOf } from './poster-sizes.ts';

/** Cards for sites that show a link as a player, oEmbed discovery, and a preload of the poster. */
export function headTags(
  details: VideoDetails,
  publicOrigin: string,
  { add }: PathPrefix,
  showsPoster: boolean,
): string {
  const page = add(`/embed/${details.videoId}`);
  const absolute = (address: string): string => (address.startsWith('/') ? publicOrigin + address : address);
  const picture = largestJpeg(details.posters);
  const size = { width: details.width, height: details.height };
  const properties: Readonly<Record<string, string | number | undefined>> = {
    'og:type': 'video.other',
    'og:site_name': 'Oriel',
    'og:title': details.title,
    'og:url': absolute(page),
    'og:image': picture && absolute(picture.url),
    'og:image:width': picture?.width,
    'og:image:height': picture?.height,
    'og:video:url': absolute(page),
    'og:video:secure_url': publicOrigin.startsWith('https:') ? absolute(page) : undefined,
    'og:video:type': 'text/html',
    'og:video:width': size.width,
    'og:video:height': size.height,
    'video:duration': details.isLive ? undefined : Math.round(details.lengthSeconds),
  };
  const names: Readonly<Record<string, string | number | undefined>> = {
    'twitter:card': 'player',
    'twitter:title': details.title,
    'twitter:image': picture && absolute(picture.url),
    'twitter:player': absolute(page),
    'twitter:player:width': size.width,
    'twitter:player:height': size.height,
    robots: details.isListed ? undefined : 'noindex',
  };
  return [
    ...metas('property', properties),
    ...metas('name', names),
    tag('link', { rel: 'canonical', href: absolute(page) }),
    discovery('json', details, page, add('/oembed')),
    discovery('xml', details, page, add('/oembed')),
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
