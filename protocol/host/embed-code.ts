import { framePermissions } from './frame-permissions.ts';

/** Attributes that size a frame: width and height in pixels or percent, or a width and a style with the aspect ratio. */
export type FrameSize =
  { readonly width: string; readonly height: string } | { readonly width: string; readonly style: string };

export interface EmbeddedFrame {
  readonly address: string;
  /** Screen readers announce a frame by its title. */
  readonly title: string;
  readonly size: FrameSize;
  /** Only viewers who share their location can play the video. */
  readonly needsLocation?: boolean | undefined;
}

/** Markup that embeds a player into any page. */
export function embedCode(frame: EmbeddedFrame): string {
  return `<iframe ${frameAttributes(frame).join(' ')}></iframe>`;
}

/**
 * Attributes of the frame: every permission that the video needs, a referrer limited to the origin, and no border,
 * which would make the frame larger than its size.
 */
export function frameAttributes({ address, title, size, needsLocation }: EmbeddedFrame): string[] {
  const attributes = {
    ...size,
    src: address,
    title,
    frameborder: '0',
    allow: framePermissions(needsLocation),
    referrerpolicy: 'strict-origin-when-cross-origin',
  };
  return [...Object.entries(attributes).map(attributeText), 'allowfullscreen'];
}

/** Escapes the value so that it cannot end the attribute; named entities, because authors read the markup. */
export function attributeText([name, value]: readonly [name: string, value: string]): string {
  const text = value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `${name}="${text}"`;
}
