import { parseAddress } from '../platform/parse-address.ts';

/** The part of `Window` that the bridge may touch. */
export interface BridgeWindow {
  readonly parent: HostWindow;
  readonly location: {
    readonly href: string;
    /** Nearest first; not in every browser. */
    readonly ancestorOrigins?: { readonly length: number; readonly [index: number]: string };
  };
  readonly console: { warn(message: string): void };
  reportError(error: unknown): void;
  addEventListener<Type extends keyof BridgeEvents>(type: Type, listener: (event: BridgeEvents[Type]) => void): void;
}

/** Events of the window that the bridge receives, with the fields that it reads. */
export interface BridgeEvents {
  readonly message: HostMessageEvent;
  readonly pagehide: Pick<PageTransitionEvent, 'persisted'>;
}

/** The window of a host page, to which the bridge only posts messages. */
export interface HostWindow {
  readonly parent?: HostWindow;
  postMessage(message: string, targetOrigin: string): void;
}

/**
 * True for the parent and for its ancestors: editors frame the player in a child document of their page. The top window is
 * its own parent.
 */
export function isAncestor(source: unknown, window: FramedWindow): boolean {
  return ancestorsOf(window).includes(source);
}

/**
 * True for ancestors, and for the page that opened one of them: a script that moves a frame into a popup, or into a window in
 * picture-in-picture, still posts from its own page.
 */
export function isAncestorOrOpener(source: unknown, window: FramedWindow): boolean {
  const openers = ancestorsOf(window).map((ancestor) => (ancestor as { readonly opener?: unknown }).opener);
  return isAncestor(source, window) || (source !== null && openers.includes(source));
}

interface FramedWindow {
  readonly parent: unknown;
}

function ancestorsOf(window: FramedWindow): unknown[] {
  const found: unknown[] = [];
  let last: unknown = window;
  let ancestor: unknown = window.parent;
  while (ancestor !== last && ancestor !== null && ancestor !== undefined) {
    found.push(ancestor);
    last = ancestor;
    ancestor = (ancestor as { readonly parent?: unknown }).parent;
  }
  return found;
}

/** The properties of a message event that are read. */
export interface HostMessageEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
  readonly timeStamp: number;
}

/** The origin of the page that frames this page, or `null` where the browser does not reveal it. */
export function parentOriginOf({ location }: Pick<BridgeWindow, 'location'>): string | null {
  const nearest = location.ancestorOrigins?.[0];
  return nearest === undefined ? null : normalizeOrigin(nearest);
}

/** The origin of a page with an opaque origin, as browsers write it in message events. */
export const OPAQUE_ORIGIN = 'null';

/**
 * An origin in the form of message events. Local files are `null` in message events and `file://` elsewhere. Web addresses are
 * reduced to their origin; app schemes stay as they are: URL parsers call them opaque, message events do not.
 */
export function normalizeOrigin(address: string): string {
  if (/^file:/i.test(address)) return OPAQUE_ORIGIN;
  if (!/^https?:/i.test(address)) return address.replace(/\/$/, '');
  return parseAddress(address)?.origin ?? address;
}
