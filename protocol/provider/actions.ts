import * as z from 'zod/mini';
import { catch as withFallback } from 'zod/mini';
import { boundedText, Id, Name, Token } from '../runtime/bounded.ts';
import { REPORT_REASONS } from './report-reasons.ts';
import { ResponseContext } from './response-context.ts';

/** Actions of viewers (N6–N11): request fields beside the context, and responses. */

const context = { responseContext: z.optional(ResponseContext) };
/** Bot responses hold a program of the provider and a proof. */
const BotResponse = boundedText(8_192);

/** Fields of a subscription, as the page sends them to the infrastructure service (N6). */
export const SubscriptionFields = z.object({
  channelIds: z.array(Id).check(z.minLength(1), z.maxLength(50)),
  siloName: z.optional(Name),
  params: z.optional(Token),
  clientFeature: z.optional(Name),
});
/** A subscription on the wire: the infrastructure service adds the bot response (B1). */
export const SubscriptionRequest = z.extend(SubscriptionFields, { botguardResponse: BotResponse });
export const SubscriptionResponse = z.object({
  ...context,
  channels: z.array(z.object({ channelId: z.string(), subscribed: z.boolean() })),
});

const SharePanel = z.object({
  ...context,
  title: z.string(),
  shareUrl: z.string(),
  embedUrl: z.string(),
  /** Markup of an embedding iframe. */
  embedCode: z.string(),
});
/** Panel of a video that plays by itself, or from a list without an id (N7). */
export const SharePanelRequest = z.object({ serializedSharedEntity: Token, clientParams: z.optional(Token) });
export const SharePanelResponse = SharePanel;
/** Panel of a video that plays from a list with an id (N8). */
export const WebPlayerSharePanelRequest = z.object({
  serializedSharedEntity: Token,
  includeListId: z.optional(z.boolean()),
});
export const WebPlayerSharePanelResponse = z.extend(SharePanel, { playlistId: z.optional(z.string()) });

/** An unknown reason, from another version of the client, counts as absent: the report is accepted (N9). */
export const FeedbackRequest = z.object({
  feedbackTokens: z.array(Token).check(z.minLength(1), z.maxLength(20)),
  feedbackContext: z.object({
    cpn: z.optional(Name),
    reason: withFallback(z.optional(z.enum(REPORT_REASONS)), undefined),
  }),
  isFeedbackTokenUnencrypted: z.optional(z.boolean()),
  shouldMerge: z.optional(z.boolean()),
});
export const FeedbackResponse = z.object({
  ...context,
  feedbackResponses: z.array(z.object({ isProcessed: z.boolean() })),
});

/** `params` is the `serializedSharedEntity` of a video of the channel (N10). */
export const ChannelPreferenceRequest = z.object({ params: Token, secondaryParams: z.optional(Token) });
export const ChannelPreferenceResponse = z.object({ ...context, params: z.string() });

/** Edit of a playlist (N11). */
export const PlaylistAction = z.object({
  action: z.enum(['ACTION_ADD_VIDEO', 'ACTION_REMOVE_VIDEO']),
  addedVideoId: z.optional(Id),
  removedVideoId: z.optional(Id),
});
export const EditPlaylistRequest = z.object({
  actions: z.array(PlaylistAction).check(z.minLength(1), z.maxLength(100)),
  params: z.optional(Token),
  playlistId: Id,
});
export const EditPlaylistResponse = z.object({
  ...context,
  status: z.enum(['STATUS_SUCCEEDED', 'STATUS_FAILED']),
  playlistId: z.string(),
  videoIds: z.array(z.string()),
});
