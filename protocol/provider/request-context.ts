import * as z from 'zod/mini';
import { CONSENT_LEVELS } from '../privacy/consent.ts';

export const CLIENT_NAME = 'WEB_EMBEDDED_PLAYER';
/** Number of the client in `X-Youtube-Client-Name`. */
export const CLIENT_NUMBER = 56;

/** The viewer's location, if requested and allowed (B7). Degrees and metres. */
export const LocationInfo = z.object({
  locationInfoStatus: z.enum(['unknown', 'asked', 'granted', 'denied', 'timeout', 'unavailable']),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  accuracyMeters: z.optional(z.number()),
  locationPlayabilityToken: z.optional(z.string()),
});
export type LocationInfo = z.infer<typeof LocationInfo>;

export const ConsistencyTokenJar = z.object({ encryptedTokenJarContents: z.string() });
export type ConsistencyTokenJar = z.infer<typeof ConsistencyTokenJar>;

/** A jar with the time until which requests return it to the provider (N18). */
export const StoredTokenJar = z.object({ jar: ConsistencyTokenJar, expiresAtMs: z.number() });
export type StoredTokenJar = z.infer<typeof StoredTokenJar>;

/** Local time of the viewer. */
export const LocalTime = z.object({
  /** Minutes to add to UTC for local time. */
  utcOffsetMinutes: z.number(),
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: z.string(),
});
export type LocalTime = z.infer<typeof LocalTime>;

/** The viewer's browser. Main reads the fields that only main can see once, and passes them to the worker, which adds the rest. */
export const ClientInfo = z.object({
  ...LocalTime.shape,
  clientName: z.string(),
  clientVersion: z.string(),
  hl: z.optional(z.string()),
  gl: z.optional(z.string()),
  /** CSS pixels. */
  screenWidthPoints: z.number(),
  screenHeightPoints: z.number(),
  screenPixelDensity: z.number(),
  userInterfaceTheme: z.enum(['USER_INTERFACE_THEME_LIGHT', 'USER_INTERFACE_THEME_DARK']),
  connectionType: z.string(),
  visitorData: z.optional(z.string()),
  /** Origin of the page that embeds the player; never the path. */
  originalUrl: z.optional(z.string()),
  locationInfo: z.optional(LocationInfo),
  configInfo: z.optional(z.object({ coldConfigHash: z.optional(z.string()), hotConfigHash: z.optional(z.string()) })),
});
export type ClientInfo = z.infer<typeof ClientInfo>;

/** The context block of every call (C5, N3). */
export const RequestContext = z.object({
  client: ClientInfo,
  user: z.object({
    lockedSafetyMode: z.boolean(),
    enableSafetyMode: z.optional(z.boolean()),
    /** Data-sync id of the signed-in user. */
    serializedDelegationContext: z.optional(z.string()),
    /** Level of consent at the time of the call. */
    consent: z.optional(z.enum(CONSENT_LEVELS)),
  }),
  request: z.object({
    useSsl: z.boolean(),
    sessionId: z.optional(z.string()),
    consistencyTokenJars: z.array(ConsistencyTokenJar),
    internalExperimentFlags: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
  clickTracking: z.object({ clickTrackingParams: z.optional(z.string()) }),
  adSignalsInfo: z.object({ params: z.array(z.object({ key: z.string(), value: z.string() })) }),
  clientScreenNonce: z.optional(z.string()),
});
export type RequestContext = z.infer<typeof RequestContext>;

/**
 * The context template that the provider puts into the page configuration. The worker completes it for every call; a
 * page without a template cannot call ('Error: No InnerTubeContext shell provided in ytconfig.', E1).
 */
export const ContextShell = z.object({
  client: z.object({
    clientName: z.string(),
    clientVersion: z.string(),
    hl: z.optional(z.string()),
    gl: z.optional(z.string()),
    visitorData: z.optional(z.string()),
  }),
});
export type ContextShell = z.infer<typeof ContextShell>;

/** Header names of the common headers (N1). */
export const HEADERS = {
  visitorId: 'X-Goog-Visitor-Id',
  authorization: 'Authorization',
  clientName: 'X-Youtube-Client-Name',
  clientVersion: 'X-Youtube-Client-Version',
  timeZone: 'X-Youtube-Time-Zone',
  utcOffset: 'X-Youtube-Utc-Offset',
  contentType: 'Content-Type',
  bootstrapLoggedIn: 'X-Youtube-Bootstrap-Logged-In',
  requestTime: 'X-Goog-Request-Time',
  contentEncoding: 'Content-Encoding',
} as const;
