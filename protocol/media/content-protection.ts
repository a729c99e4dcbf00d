/** Key systems by their names for the browser, in the order in which they are tried: hardware first, ClearKey last. */
export const KEY_SYSTEMS = [
  'com.apple.fps',
  'com.widevine.alpha',
  'com.microsoft.playready',
  'org.w3.clearkey',
] as const;
export type KeySystem = (typeof KEY_SYSTEMS)[number];

/** License server of one key system, as a page reaches it. */
export interface LicenseSource {
  readonly licenseUrl: string;
  readonly certificateUrl?: string | undefined;
  /** Headers of requests that go directly to the license server. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The sources of licenses of a protected video, by key system. */
export type ContentProtection = Readonly<Record<string, LicenseSource>>;

/** Timeout of a license request: the longest time that a viewer waits at a black picture. */
export const LICENSE_TIMEOUT_MS = 9_000;
/** A license has some kilobytes; a larger response is rejected. */
export const LICENSE_MAX_BYTES = 262_144;
