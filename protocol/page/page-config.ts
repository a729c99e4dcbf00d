import * as z from 'zod/mini';
import { within } from '../runtime/within.ts';
import { PlayerConfig } from './player-config.ts';
import { PlayerResponse } from '../provider/player-response.ts';
import { ContextShell } from '../provider/request-context.ts';
import { CONSENTS } from '../privacy/consent.ts';

/** Paths or addresses of everything outside `/youtubei/`. Operators may point them anywhere. */
export const ServiceAddresses = z.object({
  /** Prefix of `/youtubei/…`; empty for the page's own origin. */
  api: z.string(),
  visitorId: z.string(),
  dataSyncIds: z.string(),
  errorReport: z.string(),
  networkCheck: z.string(),
  adStatusScript: z.string(),
});
export type ServiceAddresses = z.infer<typeof ServiceAddresses>;

/**
 * The page configuration that the server inlines into the embed page as JSON. A page that is a plain file has a configuration that
 * names its provider and is the same for all videos and viewers: the page fetches the rest with
 * `GET /youtubei/v1/page_config?video_id=`, before anything else is sent or stored.
 */
export const PageConfig = z.object({
  /** Absent in a plain file. */
  player: z.optional(PlayerConfig),
  /** Without a shell, calls fail with the E1 message about it. */
  context: z.optional(ContextShell),
  apiVersion: z.string(),
  apiKey: z.string(),
  /** Batches that the provider accepts in one body, one JSON text a line (L1). Absent: one batch. */
  logBatchesPerRequestMax: z.optional(z.int().check(within(1))),
  addresses: ServiceAddresses,
  /** Calls to a provider of another origin carry the provider's cookies; the provider has to allow the origin of the page. */
  withCredentials: z.optional(z.boolean()),
  loggedIn: z.boolean(),
  /** Value of the Authorization header of a signed-in viewer (N1). */
  authorization: z.optional(z.string()),
  /** Data-sync id of the signed-in user; absent for logged-out viewers. */
  dataSyncId: z.optional(z.string()),
  /** Field name and token against cross-site posts (N2). */
  xsrf: z.optional(z.object({ fieldName: z.string(), token: z.string() })),
  privacy: z.object({
    /** Private-embed mode of this page (P10). */
    privateEmbed: z.boolean(),
    /** Host names that serve private embeds, e.g. the no-cookie name of an operator (P10). */
    privateEmbedHosts: z.array(z.string()),
    /** Host names that make the page an education embed (P9). */
    educationHosts: z.array(z.string()),
    /** Consent that the page's address, else the site, states (B4). Absent if neither states consent. */
    consent: z.optional(z.enum(CONSENTS)),
    /** Safety modes, which are part of every request context (P11). */
    enableSafetyMode: z.boolean(),
    lockedSafetyMode: z.boolean(),
  }),
  /** With enforcement on, host messages carry this session id (H3). */
  session: z.optional(z.object({ enforce: z.boolean(), id: z.string() })),
  /** Only with `ORIEL_BENCH=1`: the page defines `window.__bench`. */
  bench: z.boolean(),
  playerResponse: z.optional(PlayerResponse),
});
export type PageConfig = z.infer<typeof PageConfig>;

/** Id of the `<script type="application/json">` that holds a {@link PageConfig}. */
export const PAGE_CONFIG_ELEMENT_ID = 'oriel-config';

/** Id of the element with `FirstParts` (`media-engine.ts`), beside the configuration. */
export const FIRST_PARTS_ELEMENT_ID = 'oriel-first-parts';

/** Id of the `<meta>` that names the page's module. */
export const MAIN_SCRIPT_ELEMENT_ID = 'oriel-main';
