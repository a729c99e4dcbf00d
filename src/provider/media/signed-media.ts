import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Catalog, Video } from '../catalog/catalog.ts';
import { derivedFrom } from '../catalog/derived.ts';
import { mediaReference, readVersion } from '../catalog/media-address.ts';
import { errorResponse } from '../http/responses.ts';
import { TOKEN_MARK, TOKEN_STEP } from '../http/media-token.ts';
import { unescapePath } from '../files/contained-path.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { Signer } from '../security/signer.ts';
import { withAddresses } from '../catalog/video-addresses.ts';

/**
 * Expiring media addresses for a site that enables them (`signMedia`): only a page that may show a video gets them. The
 * token is a path segment, so that relative addresses in playlists include it.
 */
export interface SignedMedia {
  /** A video of the prefixed catalog for a page: with signed addresses, or unchanged if signing is off. */
  forPage(video: Video): Video;
  /** Whether a request for `path`, below `/media/`, is admitted. */
  admit(path: string): Promise<Admitted>;
  /** The path segment before a video's id in addresses outside of `/media/`: a token and a slash, or nothing if signing is off. */
  stepFor(videoId: string): string;
  /** Whether a token admits to the live playlists and the curve of a video. */
  admitVideo(videoId: string, token: string | undefined): Promise<boolean>;
}

export type Admitted =
  /**
   * `path` without its token and its version. `newestMs`: the newest time of the files of that version. `isSigned`: the
   * response belongs to one viewer, and shared caches must not store it.
   */
  | { readonly ok: true; readonly path: string; readonly newestMs?: number; readonly isSigned: boolean }
  | { readonly ok: false };

interface Dependencies {
  readonly pathPrefix: PathPrefix;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly lifetimeMs: number;
}

const PURPOSE = 'media';
const Content = z.object({ videoId: z.string(), untilMs: z.number() });
const WITH_TOKEN = new RegExp(`^(${TOKEN_STEP})/(.*)$`, 's');

export function createSignedMedia({ signer, clock, catalog, lifetimeMs, pathPrefix }: Dependencies): SignedMedia {
  const openToAll = derivedFrom(catalog, ({ videos }) => new Set([...videos.values()].flatMap(picturesOf)));

  // Stays the same for half of its life, so that a returning browser can use its cache.
  const tokenFor = (videoId: string): string => {
    const periodMs = lifetimeMs / 2;
    const untilMs = (Math.floor(clock.now() / periodMs) + 2) * periodMs;
    return TOKEN_MARK + signer.sign(PURPOSE, { videoId, untilMs });
  };
  const videoOf = async (token: string): Promise<Video | undefined> => {
    const content = signer.open(PURPOSE, Content, token.slice(TOKEN_MARK.length));
    if (content === undefined || content.untilMs <= clock.now()) return undefined;
    await catalog.complete?.(content.videoId);
    return catalog.videos.get(content.videoId);
  };

  return {
    forPage(video) {
      if (!catalog.site.signMedia) return video;
      const token = tokenFor(video.id);
      return withAddresses(video, (address) => {
        const path = pathPrefix.remove(address);
        const signed = path.replace(/^\/(media|live)\//, `/$1/${token}/`);
        return signed === path ? address : pathPrefix.add(signed);
      });
    },
    async admit(path) {
      const [, token, rest = path] = WITH_TOKEN.exec(path) ?? [];
      const place = readVersion(rest);
      const reference = unescapePath(place.path);
      if (!catalog.site.signMedia || openToAll().has(reference)) return { ok: true, ...place, isSigned: false };
      const video = token === undefined ? undefined : await videoOf(token);
      const isOwn = video !== undefined && liesIn(video.mediaFolders, reference);
      return isOwn ? { ok: true, ...place, isSigned: true } : { ok: false };
    },
    stepFor: (videoId) => (catalog.site.signMedia ? `${tokenFor(videoId)}/` : ''),
    admitVideo: async (videoId, token) =>
      !catalog.site.signMedia || (token !== undefined && (await videoOf(token))?.id === videoId),
  };
}

export function notAdmittedResponse(): Response {
  return errorResponse(403, 'This address has expired, or is of another video. Load the page again.');
}

/** Pictures that need no token: cards and lists show posters and authors without playback, and for longer than a token lasts. */
function picturesOf({ posters, author }: Video): string[] {
  return [...posters.map(({ url }) => url), author.picture ?? ''].flatMap((address) => mediaReference(address) ?? []);
}

function liesIn(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => (folder === '' ? !path.includes('/') : path.startsWith(`${folder}/`)));
}
