import type { PlayerOptions } from '../player/player-options.ts';
import type { HostEnvironment } from '../environment.ts';
import type { WidgetId } from '../wire/registry.ts';
import { originOf, secureOrigin } from './host-origin.ts';

/** Address of a new frame (host-api 2.2): the video, what the page asked for, and what the protocol needs. */
export function newFrameAddress(options: PlayerOptions, id: WidgetId, environment: HostEnvironment): string {
  const { window, defaultHost, replacedHosts } = environment;
  const named = originOf(options.host || defaultHost, window.location.href) ?? defaultHost;
  const host = replacedHosts.has(named) ? defaultHost : secureOrigin(named, defaultHost);
  const address = new URL(`/embed/${encodeURIComponent(options.videoId || '')}`, host);
  const parameters = address.searchParams;
  for (const [name, value] of Object.entries(options.playerVars ?? {}))
    if (value !== null && value !== undefined) parameters.set(name, `${value}`);
  if (options.embedConfig) parameters.set('embed_config', JSON.stringify(options.embedConfig));
  if (window !== window.parent && window.document.referrer) parameters.set('widget_referrer', window.document.referrer);
  return enableProtocol(address, id, environment);
}

/**
 * Address of a frame that was there before, or `undefined` where it stays as it is (host-api 1.12). It changes for two
 * reasons only: the page says by an attribute that scripts may drive it, or its host is one that is taken over.
 */
export function adoptedFrameAddress(frame: HTMLIFrameElement, id: WidgetId, environment: HostEnvironment) {
  const { defaultHost, replacedHosts, window } = environment;
  const origin = originOf(frame.src);
  if (origin === undefined) return undefined;
  const address = new URL(frame.src);
  const isDrivable = address.searchParams.get('enablejsapi') === '1';
  if (replacedHosts.has(origin) && origin !== window.location.origin)
    return enableProtocol(new URL(address.pathname + address.search, defaultHost), id, environment);
  return !isDrivable && isSet(frame.getAttribute('enablejsapi')) ? enableProtocol(address, id, environment) : undefined;
}

function enableProtocol(address: URL, id: WidgetId, { window }: HostEnvironment): string {
  address.searchParams.set('enablejsapi', '1');
  /** A local file has no origin that could be named; the frame then asks the browser who frames it. */
  if (window.origin !== 'null') address.searchParams.set('origin', window.origin);
  address.searchParams.set('widgetid', String(id));
  return address.href;
}

function isSet(attribute: string | null): boolean {
  return attribute !== null && attribute !== '0' && attribute !== 'false';
}
