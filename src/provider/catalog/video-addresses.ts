import type { ListedPart } from '../../../protocol/runtime/media/media-playlist.ts';
import type { Loop } from '../streams/media-playlist.ts';
import type { Video } from './catalog.ts';
import { certificateOf, type ProtectedBy } from './protected-by.ts';

/** A video with every playback address mapped by `rewrite`. Pictures of cards and lists stay unchanged: they are public. */
export function withAddresses(video: Video, rewrite: (address: string) => string): Video {
  const { sources, captions, storyboard, firstParts, drm } = video;
  const { hlsManifestUrl, inlinePlaylists, progressive } = sources;
  const rewritten = <T extends { readonly url: string }>(item: T): T => ({ ...item, url: rewrite(item.url) });
  const keys = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([address, value]) => [rewrite(address), value]));
  return {
    ...video,
    sources: {
      ...sources,
      progressive: progressive.map(rewritten),
      ...(hlsManifestUrl === undefined ? {} : { hlsManifestUrl: rewrite(hlsManifestUrl) }),
      ...(inlinePlaylists === undefined ? {} : { inlinePlaylists: keys(inlinePlaylists) }),
    },
    captions: captions.map(rewritten),
    ...(drm === undefined ? {} : { drm: withCertificates(drm, rewrite) }),
    ...(storyboard === undefined ? {} : { storyboard: rewritten(storyboard) }),
    ...(firstParts === undefined
      ? {}
      : { firstParts: { ...firstParts, inits: keys(firstParts.inits), segments: firstParts.segments.map(rewrite) } }),
  };
}

/** A video with every address mapped, including addresses of pictures and of the segments of a loop. */
export function withAllAddresses(video: Video, rewrite: (address: string) => string): Video {
  const { author, liveStream } = video;
  return {
    ...withAddresses(video, rewrite),
    posters: video.posters.map((poster) => ({ ...poster, url: rewrite(poster.url) })),
    author: author.picture === undefined ? author : { ...author, picture: rewrite(author.picture) },
    ...(liveStream === undefined
      ? {}
      : { liveStream: { ...liveStream, renditions: liveStream.renditions.map(mapped) } }),
  };

  function mapped({ segments }: Loop): Loop {
    const part = <Part extends ListedPart>(one: Part): Part => ({ ...one, uri: rewrite(one.uri) });
    return {
      segments: segments.map(({ map, ...rest }) => part(map === undefined ? rest : { ...rest, map: part(map) })),
    };
  }
}

function withCertificates(drm: ProtectedBy, rewrite: (address: string) => string): ProtectedBy {
  const systems = Object.entries(drm).map(([system, server]) => {
    const certificateUrl = certificateOf(server);
    return [system, certificateUrl === undefined ? server : { ...server, certificateUrl: rewrite(certificateUrl) }];
  });
  return Object.fromEntries(systems) as ProtectedBy;
}
