import type { PlayerOptions } from '../player/player-options.ts';
import type { HostEnvironment } from '../environment.ts';
import type { WidgetId } from '../wire/registry.ts';
import { originOf, secureOrigin } from './host-origin.ts';

/** Address of a new frame (host-api 2.2): the video, what the page asked for, and what the protocol needs. */
export function frameAddress(options: PlayerOptions, widgetId: WidgetId, environment: HostEnvironment): string {
  const { window, defaultHost } = environment;
  const host = originOf(options.host || defaultHost, window.location.href) ?? defaultHost;
  const address = new URL(`/embed/${encodeURIComponent(options.videoId || '')}`, secureOrigin(host, defaultHost));
  const parameters = address.searchParams;
  for (const [name, value] of Object.entries(options.playerVars ?? {}))
    if (value !== null && value !== undefined) parameters.set(name, `${value}`);
  if (options.embedConfig) parameters.set('embed_config', JSON.stringify(options.embedConfig));
  parameters.set('enablejsapi', '1');
  /** A local file has no origin that could be named; the frame then asks the browser who frames it. */
  if (window.origin !== 'null') parameters.set('origin', window.origin);
  parameters.set('widgetid', String(widgetId));
  if (window !== window.parent && window.document.referrer) parameters.set('widget_referrer', window.document.referrer);
  return address.href;
}
