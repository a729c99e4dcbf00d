import { framePermissions } from './frame-permissions.ts';

/** Attributes that size a frame: in pixels or percent, or a width with a style that has the ratio. */
export type FrameSize =
  { readonly width: string; readonly height: string } | { readonly width: string; readonly style: string };

export interface EmbeddedFrame {
  readonly address: string;
  /** Screen readers announce a frame by its title. */
  readonly title: string;
  readonly size: FrameSize;
  /** The video is played only to viewers who say where they are. */
  readonly needsLocation?: boolean | undefined;
}

/** Markup that embeds a player into any page. */
export function embedCode(frame: EmbeddedFrame): string {
  return `<iframe ${frameAttributes(frame).join(' ')}></iframe>`;
}

/**
 * Every permission that the video needs is granted, the referrer is limited to the origin, and there is no border: with
 * one, the frame would be larger than its size.
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
