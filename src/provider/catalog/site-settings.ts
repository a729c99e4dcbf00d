import * as z from 'zod/mini';
import { CONSENTS } from '../../../protocol/privacy/consent.ts';
import { ServiceAddresses } from '../../../protocol/page/page-config.ts';
import { DEFAULT_SERVICE_ADDRESSES } from '../../../protocol/page/default-addresses.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { isAbsolute } from './media-address.ts';
import { BATCHES_PER_BODY_MAX } from '../settings/limits.ts';

/** Batches that pages may send in one request: all events of a full queue (L2). */
export const BATCHES_PER_REQUEST_MAX = 10;

const Origin = z.string().check(z.regex(/^https?:\/\/[^\s/?#;,'"]+$/, 'an origin such as https://media.example'));
const HostName = z.string().check(z.regex(/^[a-z0-9.-]+$/i, 'a host name'));
const ConfigData = z.record(z.string(), z.unknown());

function canBeRead(address: string | undefined): boolean {
  return address === undefined || !isAbsolute(address) || URL.canParse(address);
}

/** `site.json` of a catalog: settings for all of its videos. Every field is optional. */
export const SiteSettings = z.strictObject({
  /** External origins of media, posters and captions. */
  mediaOrigins: z._default(z.array(Origin), []),
  /** Host names whose pages store nothing about the viewer (P10). */
  privateEmbedHosts: z._default(z.array(HostName), []),
  /** Host names that make a page an education embed (P9). */
  educationHosts: z._default(z.array(HostName), []),
  /** Consent of viewers, as far as the site knows; they themselves can only lower it (B4). */
  consent: z.optional(z.enum(CONSENTS)),
  /** Safety modes, which are part of every request context (P11). */
  enableSafetyMode: z._default(z.boolean(), false),
  lockedSafetyMode: z._default(z.boolean(), false),
  /** Pages of signed-in users state the data-sync id; otherwise they request it (N12). */
  dataSyncIdInPage: z._default(z.boolean(), true),
  /** Hosts must send the session id of the page's address (`session_id`) (H3). */
  enforceSession: z._default(z.boolean(), false),
  /** Where requests of media carry Common Media Client Data (CTA-5004) for the operator's CDN. */
  cmcd: z.optional(z.enum(['query', 'headers'])),
  /** Media require addresses that were issued to a page of the video and expire. */
  signMedia: z._default(z.boolean(), false),
  addresses: z._default(
    z
      .partial(ServiceAddresses)
      .check(z.refine((addresses) => Object.values(addresses).every(canBeRead), 'addresses that can be read')),
    {},
  ),
  /** Batches that pages may send in one body; 10, or one if `addresses.api` is another service (L1). */
  logBatchesPerRequestMax: z.optional(z.int().check(z.gte(1), z.lte(BATCHES_PER_BODY_MAX))),
  /** Configuration groups that pages receive with responses (L7). */
  config: z._default(z.strictObject({ hot: z._default(ConfigData, {}), cold: z._default(ConfigData, {}) }), () => ({
    hot: {},
    cold: {},
  })),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export function logBatchesPerRequestMax({ logBatchesPerRequestMax: set, addresses }: SiteSettings): number {
  return set ?? (addresses.api ? 1 : BATCHES_PER_REQUEST_MAX);
}

/** Addresses that the site sets are used unchanged; the other addresses are the provider's. */
export function serviceAddresses(site: SiteSettings, { text, add }: PathPrefix): ServiceAddresses {
  const own = Object.entries(DEFAULT_SERVICE_ADDRESSES).map(([name, address]) => [name, add(address)]);
  const named = Object.entries(site.addresses).filter(([, address]) => address !== undefined);
  return { ...(Object.fromEntries([...own, ...named]) as ServiceAddresses), api: site.addresses.api ?? text };
}
