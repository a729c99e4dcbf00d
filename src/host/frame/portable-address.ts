import { basePathOf } from '../../../protocol/page/base-path.ts';
import { pathPart } from '../plain-values.ts';
import { originOf } from '../host-origin.ts';

/** Parameters that tie an address to one page; copied code must work on any page. */
const PAGE_PARAMETERS = ['enablejsapi', 'origin', 'widgetid', 'widget_referrer', 'embed_config'];

/** Address of the current video for any other page; empty while the frame has no address. */
export function portableAddress(address: string, videoId: string): string {
  if (!originOf(address)) return '';
  const url = new URL(address);
  for (const name of PAGE_PARAMETERS) url.searchParams.delete(name);
  if (videoId !== '') url.pathname = `${basePathOf(url.pathname)}/embed/${pathPart(videoId)}`;
  return url.href;
}
