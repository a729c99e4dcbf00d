import type { VideoFile } from '../catalog-schema.ts';
import type { Video } from '../catalog.ts';
import { liveManifestAddress, mediaAddress } from '../media-address.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import { addressed } from './optional-parts.ts';
import { pictureSize } from './picture-size.ts';
import { plainFiles } from './plain-files.ts';
import { resolveLinks } from './resolve-links.ts';

/** Accepts every reference: references are checked when the video is completed. */
const UNREAD_MEDIA: MediaFolder = {
  check: () => Promise.resolve(),
  readText: unread,
  readStart: unread,
};

/**
 * A video from only its description, for lists, search and policies; data from its files is absent. Takes a tenth
 * of the time of a complete video.
 */
export async function describedVideo(file: VideoFile): Promise<Video> {
  const { chapters, storyboard, sources, pageUrl: _, ...rest } = file;
  const { hls, liveLoop } = sources;
  const stream = hls === undefined ? undefined : mediaAddress(hls);
  const hlsManifestUrl = liveLoop === undefined ? stream : liveManifestAddress(file.id);
  return {
    ...rest,
    ...pictureSize(file),
    ...(await resolveLinks(file, UNREAD_MEDIA, () => undefined)),
    posters: addressed(file.posters),
    captions: addressed(file.captions),
    mediaFolders: [],
    sources: {
      ...(hlsManifestUrl === undefined ? {} : { hlsManifestUrl }),
      progressive: plainFiles(sources),
      isLive: sources.isLive || liveLoop !== undefined,
    },
    ...(typeof chapters === 'object' ? { chapters } : {}),
    ...(typeof storyboard === 'object' ? { storyboard: { ...storyboard, url: mediaAddress(storyboard.url) } } : {}),
    isDescribedOnly: true,
  };
}

function unread(reference: string): Promise<never> {
  return Promise.reject(new MediaFault(`media/${reference} has not been read`));
}
