import * as z from 'zod/mini';
import {
  ChannelPreferenceRequest,
  ChannelPreferenceResponse,
  EditPlaylistRequest,
  EditPlaylistResponse,
  FeedbackRequest,
  FeedbackResponse,
  SharePanelRequest,
  SharePanelResponse,
  SubscriptionFields,
  SubscriptionRequest,
  SubscriptionResponse,
  WebPlayerSharePanelRequest,
  WebPlayerSharePanelResponse,
} from './actions.ts';
import { PrivacyCallRequest, PrivacyCallResponse } from './privacy.ts';
import { PlayerResponse } from './player-response.ts';
import { ResponseContext } from './response-context.ts';
import { HeartbeatRequest, HeartbeatResponse, PlayerRequest } from './player-calls.ts';

export * from './paths.ts';

/**
 * `POST /youtubei/v1/{path}` with `{ context, …fields }` (N3). The key is the name used in code; command metadata may
 * override the path. `fields` is the caller's part where the service adds the rest of the request.
 */
export const ENDPOINTS = {
  player: {
    path: 'player',
    request: PlayerRequest,
    response: z.extend(PlayerResponse, { responseContext: z.optional(ResponseContext) }),
  },
  heartbeat: { path: 'player/heartbeat', request: HeartbeatRequest, response: HeartbeatResponse },
  subscribe: {
    path: 'subscription/subscribe',
    fields: SubscriptionFields,
    request: SubscriptionRequest,
    response: SubscriptionResponse,
  },
  unsubscribe: {
    path: 'subscription/unsubscribe',
    fields: SubscriptionFields,
    request: SubscriptionRequest,
    response: SubscriptionResponse,
  },
  sharePanel: { path: 'share/get_share_panel', request: SharePanelRequest, response: SharePanelResponse },
  webPlayerSharePanel: {
    path: 'share/get_web_player_share_panel',
    request: WebPlayerSharePanelRequest,
    response: WebPlayerSharePanelResponse,
  },
  feedback: { path: 'feedback', request: FeedbackRequest, response: FeedbackResponse },
  channelPreference: {
    path: 'notification/modify_channel_preference',
    request: ChannelPreferenceRequest,
    response: ChannelPreferenceResponse,
  },
  privacy: { path: 'privacy', request: PrivacyCallRequest, response: PrivacyCallResponse },
  editPlaylist: { path: 'browse/edit_playlist', request: EditPlaylistRequest, response: EditPlaylistResponse },
} as const;
export type EndpointKey = keyof typeof ENDPOINTS;

/** Endpoints that store something for the viewer: they need a known viewer (B8) and proof of intent (N2). */
export const CHANGING_ENDPOINTS: ReadonlySet<EndpointKey> = new Set([
  'subscribe',
  'unsubscribe',
  'feedback',
  'channelPreference',
  'editPlaylist',
]);

/** Body field of calls to {@link CHANGING_ENDPOINTS} that holds the XSRF token of the page (N2). */
export const SESSION_TOKEN_FIELD = 'sessionToken';

/** The caller's part of the request. */
export type EndpointRequest<Key extends EndpointKey> = z.input<
  (typeof ENDPOINTS)[Key] extends { fields: infer Fields } ? Fields : (typeof ENDPOINTS)[Key]['request']
>;
export type EndpointResponse<Key extends EndpointKey> = z.output<(typeof ENDPOINTS)[Key]['response']>;
