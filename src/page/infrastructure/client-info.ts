import type { ContextShell } from '../../../protocol/provider/request-context.ts';
import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import { parseAddress } from '../platform/parse-address.ts';

/** Facts about the browser that calls carry (C5) and only main can read. */
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

/** Origin of a host that hides its own; browsers write the same for a page without an origin. */
const HIDDEN = 'null';

/**
 * Origin without the path of the host page, which would say more than needed. The web view of an app may name any text as
 * referrer, and the referrer of a page without a frame is the page that its viewer came from.
 */
function embedderOrigin(environment: ClientEnvironment): string | undefined {
  if (environment.parent === environment) return undefined;
  const ancestor = environment.location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== '') return ancestor;
  return parseAddress(environment.document.referrer)?.origin ?? HIDDEN;
}
