import type { ContextShell } from '../../../protocol/provider/request-context.ts';
import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import { parseAddress } from '../platform/parse-address.ts';

/** The part of the window with facts about the browser that calls carry (C5) and only main can read. */
export interface ClientEnvironment {
  readonly screen: { readonly width: number; readonly height: number };
  readonly devicePixelRatio: number;
  readonly navigator: { readonly language?: string };
  readonly location: { readonly ancestorOrigins?: { readonly [index: number]: string; readonly length: number } };
  readonly document: { readonly referrer: string };
  /** The window itself in a page without a frame around it. */
  readonly parent: unknown;
}

export function readClientInfo(
  environment: ClientEnvironment,
  shell: ContextShell | undefined,
  theme: 'dark' | 'light',
): InfrastructureSettings['client'] {
  const { screen, devicePixelRatio, navigator } = environment;
  return {
    clientName: shell?.client.clientName ?? '',
    clientVersion: shell?.client.clientVersion ?? '',
    hl: shell?.client.hl ?? navigator.language ?? 'en',
    gl: shell?.client.gl,
    visitorData: shell?.client.visitorData,
    screenWidthPoints: screen.width,
    screenHeightPoints: screen.height,
    screenPixelDensity: devicePixelRatio,
    userInterfaceTheme: theme === 'dark' ? 'USER_INTERFACE_THEME_DARK' : 'USER_INTERFACE_THEME_LIGHT',
    originalUrl: embedderOrigin(environment),
  };
}

/** Origin of a host that hides its origin; browsers also write `null` for an opaque origin. */
const HIDDEN = 'null';

/**
 * Origin of the host page, without the path, which would reveal more than needed. The web view of an app may have any text as
 * referrer. A page that is not framed has no host: its referrer is the page from which the viewer came.
 */
function embedderOrigin(environment: ClientEnvironment): string | undefined {
  if (environment.parent === environment) return undefined;
  const ancestor = environment.location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== '') return ancestor;
  return parseAddress(environment.document.referrer)?.origin ?? HIDDEN;
}
