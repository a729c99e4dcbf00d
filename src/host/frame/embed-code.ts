import { basePathOf } from '../../../protocol/page/base-path.ts';
import { pathPart } from '../plain-values.ts';
import { FRAME_PERMISSIONS } from '../../../protocol/host/host-vocabulary.ts';
import { originOf } from './host-origin.ts';

/** Parameters that tie an address to one page; copied code must work on any. */
const PAGE_PARAMETERS = ['enablejsapi', 'origin', 'widgetid', 'widget_referrer', 'embed_config'];

export interface EmbedCodeOptions {
  readonly address: string;
  /** The present video, if it differs from the address. */
  readonly videoId: string;
  readonly width: string;
  readonly height: string;
  readonly title: string;
}

/** Markup that embeds the same video elsewhere; none while the frame shows nothing. */
export function embedCode({ address, videoId, width, height, title }: EmbedCodeOptions): string {
  if (originOf(address) === undefined) return '';
  const url = new URL(address);
  for (const name of PAGE_PARAMETERS) url.searchParams.delete(name);
  if (videoId !== '') url.pathname = `${basePathOf(url.pathname)}/embed/${pathPart(videoId)}`;
  const attributes = [
    ['width', width],
    ['height', height],
    ['src', url.href],
    ['title', title],
    ['frameborder', '0'],
    ['allow', FRAME_PERMISSIONS],
    ['referrerpolicy', 'strict-origin-when-cross-origin'],
  ] as const;
  return `<iframe ${attributes.map(([name, value]) => `${name}="${escapeAttribute(value)}"`).join(' ')} allowfullscreen></iframe>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
