import type { Catalog, Video } from './catalog.ts';
import { isAbsolute } from './media-address.ts';

export interface ContentOrigins {
  /** Origins of media, posters and captions besides the provider's own. */
  readonly mediaOrigins: readonly string[];
  /** Origins of authors' pictures, from which pages load only pictures. */
  readonly imageOrigins: readonly string[];
  /** Origins of calls besides the provider's own. */
  readonly connectOrigins: readonly string[];
  /** Origins of scripts besides the provider's own. */
  readonly scriptOrigins: readonly string[];
}

/** External origins that the pages of a catalog need, for their content security policy. */
export function contentOrigins(catalog: Catalog, bench: boolean): ContentOrigins {
  const { mediaOrigins, addresses } = catalog.site;
  const videos = [...catalog.videos.values()];
  const named = videos.flatMap(addressesOf);
  const { adStatusScript, ...called } = addresses;
  const licensed = videos.flatMap(directAddressesOf);
  // A benchmark passes its collector in the address of the page.
  const collectors = bench ? ['http:', 'https:'] : [];
  return {
    mediaOrigins: [...new Set([...mediaOrigins, ...foreignOrigins(named)])],
    imageOrigins: foreignOrigins(videos.map(({ author }) => author.picture)),
    connectOrigins: [...foreignOrigins([...Object.values(called), ...licensed]), ...collectors],
    scriptOrigins: foreignOrigins([adStatusScript]),
  };
}

function foreignOrigins(addresses: readonly (string | undefined)[]): string[] {
  const foreign = addresses.filter((address) => address !== undefined && isAbsolute(address));
  return [...new Set(foreign.map((address) => origin(address ?? '')))];
}

function origin(address: string): string {
  return new URL(address).origin;
}

function addressesOf(video: Video): string[] {
  const { hlsManifestUrl = '', progressive } = video.sources;
  const urls = [...progressive, ...video.posters, ...video.captions].map(({ url }) => url);
  return [hlsManifestUrl, ...urls, video.storyboard?.url ?? ''];
}

/** License servers that pages call themselves. */
function directAddressesOf({ drm = {} }: Video): (string | undefined)[] {
  return Object.values(drm).flatMap((server) =>
    server !== undefined && 'isDirect' in server && server.isDirect ? [server.licenseUrl, server.certificateUrl] : [],
  );
}
