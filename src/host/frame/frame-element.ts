import { framePermissions } from '../../../protocol/host/frame-permissions.ts';
import type { PlayerOptions } from '../player-options.ts';
import { textOf } from '../plain-values.ts';

const FRAME_TAG = 'iframe';

/** Documented default size of a player. */
export const DEFAULT_SIZE = { width: 640, height: 360 } as const;
export const DEFAULT_TITLE = 'Video player';

/**
 * A frame that replaces an element: its attributes are copied, so `id`, `class` and styles survive. Attributes with
 * code are not copied: a strict policy would refuse them, and frames do not need them.
 */
export function makeFrame(element: Element, options: PlayerOptions): HTMLIFrameElement {
  const frame = element.ownerDocument.createElement(FRAME_TAG);
  for (const attribute of element.attributes) {
    const { name, value } = attribute;
    // Copied as attribute nodes: markup may have names (`@click`) that `setAttribute` rejects.
    if (value !== '' && name !== 'style' && name !== 'srcdoc' && !name.startsWith('on'))
      frame.setAttributeNode(attribute.cloneNode() as Attr);
  }
  // Styles are set by CSSOM: the attribute counts as inline style, which a strict policy forbids.
  frame.style.cssText = (element as Partial<HTMLElement>).style?.cssText ?? '';
  if (options.loading) frame.loading = options.loading;
  return dressFrame(frame, {
    title: textOf(options.title ?? '') || frame.title || DEFAULT_TITLE,
    size: [DEFAULT_SIZE, options],
    /** Only browsers with Web Share accept `web-share`; other browsers would log a warning. */
    permissions: framePermissions(options.geolocation) + ('share' in navigator ? '; web-share' : ''),
  });
}

/** Markup that embeds an address elsewhere. */
export function frameMarkup(like: HTMLIFrameElement, address: string): string {
  const frame = like.ownerDocument.createElement(FRAME_TAG);
  frame.setAttribute('src', address);
  const permissions = framePermissions(like.allow.includes('geolocation'));
  return dressFrame(frame, { title: like.title, size: [like], permissions }).outerHTML;
}

interface FrameDress {
  readonly title: string;
  /** A later valid size overrides an earlier size. */
  readonly size: readonly { readonly width?: unknown; readonly height?: unknown }[];
  readonly permissions: string;
}

/**
 * Grants every permission that the video needs, limits the referrer to the origin, and removes the border, which would make the
 * frame larger than its size.
 */
function dressFrame(frame: HTMLIFrameElement, { title, size, permissions }: FrameDress): HTMLIFrameElement {
  frame.title = title;
  for (const { width, height } of size) setFrameSize(frame, width, height);
  frame.setAttribute('frameborder', '0');
  frame.allow = permissions;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.allowFullscreen = true;
  return frame;
}

/** An invalid length leaves the frame unchanged. */
export function setFrameSize(frame: HTMLIFrameElement, width: unknown, height: unknown): void {
  if (isLength(width)) frame.width = String(width);
  if (isLength(height)) frame.height = String(height);
}

function isLength(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

export function isFrame(element: Element): element is HTMLIFrameElement {
  return element.tagName.toLowerCase() === FRAME_TAG;
}
