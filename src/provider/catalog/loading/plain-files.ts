import type { ProgressiveFormat } from '../../../../protocol/provider/player-response.ts';
import { knownType } from '../../files/content-types.ts';
import type { VideoFile } from '../catalog-schema.ts';
import { mediaAddress } from '../media-address.ts';

/** The plain files of a description as pages request them. A file without a type has the type of its extension, else `video/mp4`. */
export function plainFiles({ progressive }: VideoFile['sources']): ProgressiveFormat[] {
  return progressive.map(({ url, mimeType = knownType(url) ?? 'video/mp4', ...rest }) => ({
    ...rest,
    mimeType,
    url: mediaAddress(url),
  }));
}
