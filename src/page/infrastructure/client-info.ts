import type { ContextShell } from '../../../protocol/infrastructure/request-context.ts';
import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import { parseAddress } from '../platform/parse-address.ts';

/** What calls tell of the browser (C5) and only main can see. */
export interface ClientEnvironment {
  readonly screen: { readonly width: number; readonly height: number };
  readonly devicePixelRatio: number;
  readonly navigator: { readonly language?: string };
  readonly location: { readonly ancestorOrigins?: { readonly [index: number]: string; readonly length: number } };
  readonly document: { readonly referrer: string };
  /** Itself in a page that nobody frames. */
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

/** Of a host that does not show itself; as browsers write the origin of a page that has none. */
const HIDDEN = 'null';

/**
 * The origin only: the path of a host page is none of our business. The web view of an app may name any text as referrer,
 * and the referrer of a page that nobody frames is where its viewer came from.
 */
function embedderOrigin(environment: ClientEnvironment): string | undefined {
  if (environment.parent === environment) return undefined;
  const ancestor = environment.location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== '') return ancestor;
  return parseAddress(environment.document.referrer)?.origin ?? HIDDEN;
}
