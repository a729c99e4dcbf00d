import { FRAME_PERMISSIONS } from '../../../protocol/host/host-vocabulary.ts';
import { tag } from './escape.ts';

export interface EmbedCodeOptions {
  readonly address: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

/** The markup that embeds a video into a page. */
export function embedCode({ address, title, width, height }: EmbedCodeOptions): string {
  const frame = tag('iframe', {
    width,
    height,
    src: address,
    title,
    allow: FRAME_PERMISSIONS,
    referrerpolicy: 'strict-origin-when-cross-origin',
    allowfullscreen: true,
  });
  return `${frame}</iframe>`;
}
