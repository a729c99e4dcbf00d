import type { Handlers } from './call.ts';
import type { HandlerDependencies } from './handler-dependencies.ts';
import { heartbeatCall } from './player/heartbeat-call.ts';
import { playerCall } from './player/player-call.ts';
import { sharePanelCall, webPlayerSharePanelCall } from './viewer/share-call.ts';
import { subscriptionCall } from './viewer/subscription-call.ts';
import { privacyCall } from './viewer/privacy-call.ts';
import { channelPreferenceCall, editPlaylistCall, feedbackCall } from './viewer/viewer-calls.ts';

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
