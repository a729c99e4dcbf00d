import * as z from 'zod/mini';
import type { KeySystem } from '../../../protocol/media/content-protection.ts';
import { MediaReference, ServerAddress } from './references.ts';

const HEADERS_MAX = 20;
const HeaderName = z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/, 'the name of a header'));
const HeaderValue = z.string().check(z.regex(/^[\x20-\x7e]{0,4096}$/, 'a value of a header, in one line'));
const Headers = z
  .record(HeaderName, HeaderValue)
  .check(z.refine((headers) => Object.keys(headers).length <= HEADERS_MAX, `${HEADERS_MAX} headers at most`));

/** A license server, and how pages reach it. */
const LicenseServer = z.strictObject({
  licenseUrl: ServerAddress,
  /** The certificate of the server, for key systems that encrypt their requests. */
  certificateUrl: z.optional(MediaReference),
  /** Sent along with each request, such as the operator's key. */
  headers: z.optional(Headers),
  /** Pages request licenses from its address; otherwise the provider does, and headers stay secret. */
  isDirect: z._default(z.boolean(), false),
});
export type LicenseServer = z.infer<typeof LicenseServer>;

const Bytes16 = z.string().check(z.regex(/^[0-9a-f]{32}$/i, '32 hexadecimal digits'));

/** Keys by their ids, which the provider sends to every viewer: for tests, not for protection. */
const OwnKeys = z.strictObject({ keys: z.record(Bytes16, Bytes16) });
export type OwnKeys = z.infer<typeof OwnKeys>;

export const ProtectedBy = z
  .strictObject({
    'org.w3.clearkey': z.optional(z.union([OwnKeys, LicenseServer])),
    'com.widevine.alpha': z.optional(LicenseServer),
    'com.microsoft.playready': z.optional(LicenseServer),
    'com.apple.fps': z.optional(LicenseServer),
  } satisfies Record<KeySystem, unknown>)
  .check(z.refine((systems) => Object.keys(systems).length > 0, 'at least one key system'));
export type ProtectedBy = z.infer<typeof ProtectedBy>;

/** The address of a system's certificate, if it has one. */
export const certificateOf = (server: ProtectedBy[KeySystem]): string | undefined =>
  server === undefined || 'keys' in server ? undefined : server.certificateUrl;
