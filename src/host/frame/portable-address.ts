import { basePathOf } from '../../../protocol/page/base-path.ts';
import { pathPart } from '../plain-values.ts';
import { originOf } from '../host-origin.ts';

/** Parameters that tie an address to one page; copied code must work on any. */
const PAGE_PARAMETERS = ['enablejsapi', 'origin', 'widgetid', 'widget_referrer', 'embed_config'];

/** The address of the present video for any other page; empty while the frame shows nothing. */
export function portableAddress(address: string, videoId: string): string {
  if (!originOf(address)) return '';
  const url = new URL(address);
  for (const name of PAGE_PARAMETERS) url.searchParams.delete(name);
  if (videoId !== '') url.pathname = `${basePathOf(url.pathname)}/embed/${pathPart(videoId)}`;
  return url.href;
}
