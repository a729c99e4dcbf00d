import type { PlayerOptions } from '../player-options.ts';
import type { HostEnvironment } from '../environment.ts';
import { pathPart, textOf } from '../plain-values.ts';
import type { WidgetId } from '../wire/widget-id.ts';
import { OPAQUE_ORIGIN, originOf, pageOrigin, secureOrigin } from '../host-origin.ts';

/** Address of a new frame: the video, the page's parameters, and the parameters of the protocol. */
export function newFrameAddress(options: PlayerOptions, id: WidgetId, environment: HostEnvironment): string {
  const { window, defaultHost, basePath, replacedHosts } = environment;
  const named = originOf(options.host || defaultHost, window.location.href) ?? defaultHost;
  const host = replacedHosts.has(named) ? defaultHost : secureOrigin(named, defaultHost, window.location);
  const address = new URL(
    `${host === defaultHost ? basePath : ''}/embed/${pathPart(textOf(options.videoId || ''))}`,
    host,
  );
  // Sets all parameters in one step: each change of `URLSearchParams` serialises the whole address again.
  const given = Object.entries(options.playerVars ?? {}).filter(([, value]) => value !== null && value !== undefined);
  address.search = new URLSearchParams(
    Object.fromEntries(given.map(([name, value]) => [name, textOf(value)])),
  ).toString();
  const parameters = address.searchParams;
  if (window !== window.parent && window.document.referrer) parameters.set('widget_referrer', window.document.referrer);
  return enableProtocol(address, id, environment);
}

/**
 * Address of an existing frame, or `undefined` if it stays unchanged. A change reloads the frame, so only two
 * cases change it: the frame has the attribute `enablejsapi` but not the parameter, or its host is replaced.
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

/** Sets `pathname` and `search` instead of resolving the path: a path that begins with `//` would name another host. */
function movedTo(host: string, basePath: string, { pathname, search }: URL): URL {
  return Object.assign(new URL(host), { pathname: basePath + pathname, search });
}

function enableProtocol(address: URL, id: WidgetId, { window }: HostEnvironment): string {
  address.searchParams.set('enablejsapi', '1');
  // A page with an opaque origin, such as a local file, sends no origin; the frame then asks the browser for it.
  const origin = pageOrigin(window);
  if (origin !== OPAQUE_ORIGIN) address.searchParams.set('origin', origin);
  address.searchParams.set('widgetid', String(id));
  return address.href;
}

function isSet(attribute: string | null): boolean {
  return attribute !== null && attribute !== '0' && attribute !== 'false';
}
