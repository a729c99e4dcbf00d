import { tag } from './escape.ts';

/** What the frame needs from its host page for every feature of the player (features.md 4); full screen is an attribute. */
const FRAME_FEATURES = [
  'accelerometer',
  'autoplay',
  'clipboard-write',
  'encrypted-media',
  'gyroscope',
  'picture-in-picture',
  'screen-wake-lock',
  'web-share',
].join('; ');

export interface EmbedCodeOptions {
  readonly address: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

/** The markup that puts a video into a page. */
export function embedCode({ address, title, width, height }: EmbedCodeOptions): string {
  const frame = tag('iframe', {
    width,
    height,
    src: address,
    title,
    allow: FRAME_FEATURES,
    referrerpolicy: 'strict-origin-when-cross-origin',
    allowfullscreen: true,
  });
  return `${frame}</iframe>`;
}
