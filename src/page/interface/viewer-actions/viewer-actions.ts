import type { Failure, Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { ReportReason } from '../../../../protocol/provider/report-reasons.ts';
import type { CallOptions } from '../../../../protocol/infrastructure/rpc.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../../../protocol/provider/endpoints.ts';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import type { WordKey } from '../../language/word.ts';
import { commandOptions } from '../shared/command-options.ts';
import type { Features } from '../shared/features.ts';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import { reports, type ReportedVideo } from './reports.ts';
import { viewerState } from './viewer-state-store.ts';

/** Actions of viewers about a video (N6, N9–N11). A failed action changes nothing, and shows a notice that says what to do. */

export type Opinion = NonNullable<ViewerState['feedback']>;

/** The order of the tokens that come with the video (N9). */
const FEEDBACK_INDEX = { like: 0, dislike: 1, report: 2, withdraw: 3 } as const;

export function setSubscribed(features: Features, subscribed: boolean): void {
  const { channelId } = features.playback.player.getSnapshot().video;
  run(features, async () => {
    const response = await call(features, subscribed ? 'subscribe' : 'unsubscribe', {
      channelIds: [channelId],
      params: entityOf(features),
    });
    if (!isDone(features, response)) return {};
    const state = response.value.channels.find((channel) => channel.channelId === channelId);
    if (state?.subscribed === true) acknowledge(features, 'subscribed');
    return { subscribed: state?.subscribed ?? subscribed };
  });
}

export function setChannelPreference(features: Features, preference: ViewerState['channelPreference']): void {
  const token = entityOf(features);
  if (token === undefined) return;
  run(features, async () => {
    const response = await call(features, 'channelPreference', { params: token, secondaryParams: preference });
    return isDone(features, response) ? { channelPreference: preference } : {};
  });
}

/** Giving the same opinion again withdraws it. */
export function giveOpinion(features: Features, opinion: Opinion): void {
  const isTakenBack = features.get(viewerState).get().state?.feedback === opinion;
  run(features, async () => {
    const token = feedbackToken(features, isTakenBack ? 'withdraw' : opinion);
    if (token === undefined) return {};
    const isGiven = await sendFeedback(features, token, { cpn: features.playback.playbackNonce() });
    if (isGiven && !isTakenBack) acknowledge(features);
    return isGiven ? { feedback: isTakenBack ? undefined : opinion } : {};
  });
}

/** The present video, if it can be reported. */
export function reportableVideo(features: Features): ReportedVideo | null {
  const details = detailsOf(features);
  const token = feedbackToken(features, 'report');
  if (details === undefined || token === undefined || features.page.infrastructure.isPrivate) return null;
  const options = commandOptions(details, 'feedback');
  return { videoId: details.videoId, token, cpn: features.playback.playbackNonce(), options };
}

/** A report changes no state of the viewer, so it does not wait for an action that is being sent. */
export function reportVideo(features: Features, video: ReportedVideo, reason: ReportReason): void {
  sendReport(features, video, reason).catch(features.page.reportError);
}

async function sendReport(
  features: Features,
  { videoId, token, cpn, options }: ReportedVideo,
  reason: ReportReason,
): Promise<void> {
  const store = features.get(reports);
  store.update({ [videoId]: 'sending' });
  let isSent = false;
  try {
    isSent = await sendFeedback(features, token, { cpn, reason }, options);
  } finally {
    store.update({ [videoId]: isSent ? 'sent' : undefined });
  }
  if (isSent) showLong(features, 'reported');
}

export function setSaved(features: Features, playlistId: string, isSaved: boolean): void {
  const { videoId } = features.playback.player.getSnapshot().video;
  run(features, async () => {
    const action = isSaved
      ? ({ action: 'ACTION_ADD_VIDEO', addedVideoId: videoId } as const)
      : ({ action: 'ACTION_REMOVE_VIDEO', removedVideoId: videoId } as const);
    const response = await call(features, 'editPlaylist', {
      playlistId,
      actions: [action],
      params: entityOf(features),
    });
    if (!isDone(features, response)) return {};
    const contains = response.value.videoIds.includes(videoId);
    if (contains !== isSaved) showLong(features, 'failed');
    else if (isSaved) acknowledge(features);
    const { playlists = [] } = features.get(viewerState).get().state ?? {};
    return { playlists: playlists.map((list) => (list.playlistId === playlistId ? { ...list, contains } : list)) };
  });
}

function feedbackToken(features: Features, kind: keyof typeof FEEDBACK_INDEX): string | undefined {
  return detailsOf(features)?.feedbackTokens?.[FEEDBACK_INDEX[kind]];
}

type FeedbackContext = EndpointRequest<'feedback'>['feedbackContext'];

async function sendFeedback(
  features: Features,
  token: string,
  feedbackContext: FeedbackContext,
  options: CallOptions = commandOptions(detailsOf(features), 'feedback'),
): Promise<boolean> {
  const fields = { feedbackTokens: [token], feedbackContext, shouldMerge: true };
  const response = await features.page.infrastructure.call('feedback', fields, options);
  if (!isDone(features, response)) return false;
  const isProcessed = response.value.feedbackResponses[0]?.isProcessed === true;
  if (!isProcessed) showLong(features, 'failed');
  return isProcessed;
}

const detailsOf = ({ playback: { player } }: Features) => player.getSnapshot().video.response?.videoDetails;

const entityOf = (features: Features) => detailsOf(features)?.serializedSharedEntity;

/** A call about the present video. */
function call<Key extends EndpointKey>(
  features: Features,
  endpoint: Key,
  fields: EndpointRequest<Key>,
): Promise<Outcome<EndpointResponse<Key>>> {
  return features.page.infrastructure.call(endpoint, fields, commandOptions(detailsOf(features), endpoint));
}

function run(features: Features, act: () => Promise<Partial<ViewerState>>): void {
  features.get(viewerState).change(act).catch(features.page.reportError);
}

function isDone<T>(features: Features, response: Outcome<T>): response is Exclude<Outcome<T>, Failure> {
  if (!response.ok)
    showLong(
      features,
      failureWord(response.code, features.page.root.ownerDocument.defaultView?.navigator.onLine ?? true),
    );
  return response.ok;
}

export function failureWord(code: string, isOnline: boolean): WordKey {
  if (!isOnline) return 'failedOffline';
  return code === 'bot.unavailable' ? 'failedCheck' : 'failed';
}

/** Confirms an action. Without consent the viewer is not recognised at the next visit, which the notice then says. */
function acknowledge(features: Features, word?: WordKey): void {
  if (!features.page.infrastructure.recognisesViewer) showLong(features, 'notKept');
  else if (word !== undefined) features.get(notices).show(features.language.say(word));
}

function showLong(features: Features, word: WordKey): void {
  features.get(notices).show(features.language.say(word), { forMs: LONG_NOTICE_MS });
}
