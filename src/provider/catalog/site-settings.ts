import * as z from 'zod/mini';
import { DEFAULT_SERVICE_ADDRESSES, ServiceAddresses } from '../../../protocol/page/page-config.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { isAbsolute } from './media-address.ts';
import { BATCHES_PER_BODY_MAX } from '../logs/log-post.ts';

/** What pages are told to send at once: all that a full queue holds (L2). Our choice. */
export const BATCHES_PER_REQUEST_MAX = 10;

const Origin = z.string().check(z.regex(/^https?:\/\/[^\s/?#;,'"]+$/, 'an origin such as https://media.example'));
const HostName = z.string().check(z.regex(/^[a-z0-9.-]+$/i, 'a host name'));
const ConfigData = z.record(z.string(), z.unknown());

function canBeRead(address: string | undefined): boolean {
  return address === undefined || !isAbsolute(address) || URL.canParse(address);
}

/** `site.json` of a catalog: what holds for all of its videos. Every field may be left out. */
export const SiteSettings = z.strictObject({
  /** Other origins that media, posters and captions come from. */
  mediaOrigins: z._default(z.array(Origin), []),
  /** P10: host names whose pages keep nothing about the viewer. */
  privateEmbedHosts: z._default(z.array(HostName), []),
  /** P9 */
  educationHosts: z._default(z.array(HostName), []),
  /** B4: whether viewers have agreed to a visitor id as far as the site knows; `Sec-GPC` overrules it. */
  visitorIdConsent: z._default(z.boolean(), false),
  /** P11 */
  enableSafetyMode: z._default(z.boolean(), false),
  lockedSafetyMode: z._default(z.boolean(), false),
  /** H3: hosts must show the session id that the page was asked for with (`session_id`). */
  enforceSession: z._default(z.boolean(), false),
  /** Media answer only to addresses that a page of the video has been given, and for a time. */
  signMedia: z._default(z.boolean(), false),
  addresses: z._default(
    z
      .partial(ServiceAddresses)
      .check(z.refine((addresses) => Object.values(addresses).every(canBeRead), 'addresses that can be read')),
    {},
  ),
  /** L1: batches that pages may send in one body; 10, or one where `addresses.api` is somebody else. */
  logBatchesPerRequestMax: z.optional(z.int().check(z.gte(1), z.lte(BATCHES_PER_BODY_MAX))),
  /** L7 */
  config: z._default(z.strictObject({ hot: z._default(ConfigData, {}), cold: z._default(ConfigData, {}) }), () => ({
    hot: {},
    cold: {},
  })),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export function logBatchesPerRequestMax({ logBatchesPerRequestMax: set, addresses }: SiteSettings): number {
  return set ?? (addresses.api ? 1 : BATCHES_PER_REQUEST_MAX);
}

/** What the site names is taken as it is; the others are our own. */
export function serviceAddresses(site: SiteSettings, { text, add }: PathPrefix): ServiceAddresses {
  const own = Object.entries(DEFAULT_SERVICE_ADDRESSES).map(([name, address]) => [name, add(address)]);
  const named = Object.entries(site.addresses).filter(([, address]) => address !== undefined);
  return { ...(Object.fromEntries([...own, ...named]) as ServiceAddresses), api: site.addresses.api ?? text };
}
