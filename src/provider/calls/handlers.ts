import type { Context } from 'hono';
import type { BotDetection } from '../bot-detection/bot-detection.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Budgets } from '../budgets/create-budgets.ts';
import type { Senders } from '../budgets/senders.ts';
import type { ViewerWrites } from '../budgets/viewer-writes.ts';
import type { ForgottenPersons } from '../stores/forgotten-persons.ts';
import type { ViewerStore } from '../stores/viewer-store.ts';
import type { ViewingStore } from '../stores/viewing-store.ts';
import type { Limits } from '../settings/limits.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';
import type { Visitors } from '../security/visitors.ts';
import type { VideoTokens } from '../security/video-tokens.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { Handlers } from './call.ts';
import { heartbeatCall } from './player/heartbeat-call.ts';
import { playerCall } from './player/player-call.ts';
import type { PlayerResponses } from './player/player-responses.ts';
import { sharePanelCall, webPlayerSharePanelCall } from './viewer/share-call.ts';
import { subscriptionCall } from './viewer/subscription-call.ts';
import { privacyCall } from './viewer/privacy-call.ts';
import { channelPreferenceCall, editPlaylistCall, feedbackCall } from './viewer/viewer-calls.ts';

export interface HandlerDependencies {
  readonly limits: Limits;
  readonly catalog: Catalog;
  readonly tokens: VideoTokens;
  readonly viewers: ViewerStore;
  readonly forgotten: Pick<ForgottenPersons, 'forget'>;
  readonly visitors: Visitors;
  readonly viewerWrites: ViewerWrites;
  readonly senders: Senders;
  readonly budgets: Budgets;
  readonly viewing: ViewingStore;
  readonly botDetection: BotDetection;
  readonly players: PlayerResponses;
  readonly publicOrigin: (context: Context) => string;
  readonly ownOrigin: OwnOrigin;
  readonly visitorCookie: VisitorCookie;
  readonly pathPrefix: PathPrefix;
}

/** One handler for each endpoint of the protocol's table. */
export function createHandlers(dependencies: HandlerDependencies): Handlers {
  return {
    player: playerCall(dependencies),
    heartbeat: heartbeatCall(dependencies),
    subscribe: subscriptionCall(dependencies, true),
    unsubscribe: subscriptionCall(dependencies, false),
    sharePanel: sharePanelCall(dependencies),
    webPlayerSharePanel: webPlayerSharePanelCall(dependencies),
    feedback: feedbackCall(dependencies),
    channelPreference: channelPreferenceCall(dependencies),
    privacy: privacyCall(dependencies),
    editPlaylist: editPlaylistCall(dependencies),
  };
}
