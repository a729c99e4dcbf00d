import { embedCode } from '../../../protocol/host/embed-code.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';

/** Placeholder for the public address, which settings need not name. */
const UNKNOWN_ADDRESS = 'https://YOUR.SERVER';
/** Width of the README's example. */
const FRAME_WIDTH = 640;

/**
 * The address of an added video, and its embed code, as printed lines.
 *
 * @param publicAddress Public origin of the server with its path prefix, if the settings name it.
 */
export function addressLines(
  { id, title, width, height }: Pick<VideoFile, 'id' | 'title' | 'width' | 'height'>,
  publicAddress: string | undefined,
): string[] {
  const address = `${publicAddress ?? UNKNOWN_ADDRESS}/embed/${id}`;
  const place = publicAddress === undefined ? `/embed/${id} of your server` : address;
  const size = { width: String(FRAME_WIDTH), height: String(Math.round((FRAME_WIDTH * height) / width)) };
  return [
    `Watch it at ${place}; a running server shows it within seconds (else: npm start).`,
    `In a page: ${embedCode({ address, title, size })}`,
  ];
}
