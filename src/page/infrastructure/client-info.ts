import type { ClientInfo, ContextShell } from '../../../protocol/request-context.ts';
import { parseAddress } from '../parse-address.ts';

/** What calls tell of the browser (C5) and only main can see. */
export interface ClientEnvironment {
  readonly screen: { readonly width: number; readonly height: number };
  readonly devicePixelRatio: number;
  readonly navigator: { readonly language?: string; readonly connection?: { readonly effectiveType?: string } };
  readonly location: { readonly ancestorOrigins?: { readonly [index: number]: string; readonly length: number } };
  readonly document: { readonly referrer: string };
  matchMedia(query: string): { readonly matches: boolean };
}

export function readClientInfo(environment: ClientEnvironment, shell: ContextShell | undefined): ClientInfo {
  const { screen, devicePixelRatio, navigator } = environment;
  const embedder = embedderOrigin(environment);
  return {
    clientName: shell?.client.clientName ?? '',
    clientVersion: shell?.client.clientVersion ?? '',
    hl: shell?.client.hl ?? navigator.language ?? 'en',
    ...(shell?.client.gl === undefined ? {} : { gl: shell.client.gl }),
    ...(shell?.client.visitorData === undefined ? {} : { visitorData: shell.client.visitorData }),
    screenWidthPoints: screen.width,
    screenHeightPoints: screen.height,
    screenPixelDensity: devicePixelRatio,
    utcOffsetMinutes: -new Date().getTimezoneOffset(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userInterfaceTheme: environment.matchMedia('(prefers-color-scheme: dark)').matches
      ? 'USER_INTERFACE_THEME_DARK'
      : 'USER_INTERFACE_THEME_LIGHT',
    connectionType: navigator.connection?.effectiveType ?? 'unknown',
    ...(embedder === undefined ? {} : { originalUrl: embedder }),
  };
}

/** The origin only: the path of a host page is none of our business. The web view of an app may name any text as referrer. */
function embedderOrigin({ location, document }: ClientEnvironment): string | undefined {
  const ancestor = location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== '') return ancestor;
  return parseAddress(document.referrer)?.origin;
}
