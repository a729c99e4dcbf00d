import type { VideoDetails } from '../../../protocol/provider/player-response.ts';

type Poster = VideoDetails['posters'][number];

/** The largest JPEG, which every browser and every other site shows. */
export function largestJpeg<Kind extends Pick<Poster, 'mimeType'>>(posters: readonly Kind[]): Kind | undefined {
  return posters.findLast(({ mimeType }) => mimeType === 'image/jpeg');
}

/** The addresses of a type of poster: the browser chooses the address for the width of the frame. */
export function sizesOf(
  posters: VideoDetails['posters'],
  type: string,
): { readonly srcset: string; readonly sizes?: string } {
  const ofType = posters.filter(({ mimeType }) => mimeType === type);
  const [only] = ofType;
  if (only !== undefined && ofType.length === 1) return { srcset: only.url };
  return { srcset: ofType.map(({ url, width }) => `${url} ${width}w`).join(', '), sizes: '100vw' };
}
