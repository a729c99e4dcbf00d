import type { PlayerOptions } from '../player/player-options.ts';
import type { HostEnvironment } from '../environment.ts';
import { jsonOf, pathPart, textOf } from '../plain-values.ts';
import type { WidgetId } from '../wire/registry.ts';
import { originOf, secureOrigin } from './host-origin.ts';

/** Address of a new frame: the video, what the page asked for, and what the protocol needs. */
export function newFrameAddress(options: PlayerOptions, id: WidgetId, environment: HostEnvironment): string {
  const { window, defaultHost, basePath, replacedHosts } = environment;
  const named = originOf(options.host || defaultHost, window.location.href) ?? defaultHost;
  const host = replacedHosts.has(named) ? defaultHost : secureOrigin(named, defaultHost);
  const address = new URL(
    `${host === defaultHost ? basePath : ''}/embed/${pathPart(textOf(options.videoId || ''))}`,
    host,
  );
  /** In one piece: an address is written anew with every parameter that it is given. */
  const given = Object.entries(options.playerVars ?? {}).filter(([, value]) => value !== null && value !== undefined);
  address.search = String(new URLSearchParams(given.map(([name, value]) => [name, textOf(value)])));
  const parameters = address.searchParams;
  const embedConfig = options.embedConfig ? jsonOf(options.embedConfig) : undefined;
  if (embedConfig !== undefined) parameters.set('embed_config', embedConfig);
  if (window !== window.parent && window.document.referrer) parameters.set('widget_referrer', window.document.referrer);
  return enableProtocol(address, id, environment);
}

/**
 * Address of a frame that was there before, or `undefined` where it stays as it is. A change would load the frame
 * again, so there are two reasons only: the page says by an attribute that scripts may drive it, or its host is taken
 * over.
 */
export function adoptedFrameAddress(frame: HTMLIFrameElement, id: WidgetId, environment: HostEnvironment) {
  const { defaultHost, basePath, replacedHosts, window } = environment;
  const origin = originOf(frame.src);
  if (origin === undefined) return undefined;
  const address = new URL(frame.src);
  const isDrivable = address.searchParams.get('enablejsapi') === '1';
  if (replacedHosts.has(origin) && origin !== window.location.origin)
    return enableProtocol(movedTo(defaultHost, basePath, address), id, environment);
  return !isDrivable && isSet(frame.getAttribute('enablejsapi')) ? enableProtocol(address, id, environment) : undefined;
}

/** Part by part: a path that begins with two slashes would name another host. */
function movedTo(host: string, basePath: string, { pathname, search }: URL): URL {
  return Object.assign(new URL(host), { pathname: basePath + pathname, search });
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
