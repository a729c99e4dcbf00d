import type { Failure, Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import type { WordKey } from '../../language/english.ts';
import type { Tools } from '../tools.ts';
import { LONG_NOTICE_MS } from '../shared/notices.ts';

/** What viewers can do about a video (N6, N9–N11). A failed action changes nothing and says what to do. */

export type Opinion = NonNullable<ViewerState['feedback']>;

/** N9: the order of the tokens that come with the video. */
const FEEDBACK_INDEX = { like: 0, dislike: 1, report: 2, withdraw: 3 } as const;

export function setSubscribed(tools: Tools, subscribed: boolean): void {
  const { channelId } = tools.playback.player.getSnapshot().video;
  run(tools, async () => {
    const response = await tools.page.call(subscribed ? 'subscribe' : 'unsubscribe', {
      channelIds: [channelId],
      params: entityOf(tools),
    });
    if (!isDone(tools, response)) return {};
    const state = response.value.channels.find((channel) => channel.channelId === channelId);
    if (state?.subscribed === true) tools.viewer.notices.show(tools.viewer.language.say('subscribed'));
    return { subscribed: state?.subscribed ?? subscribed };
  });
}

export function setChannelPreference(tools: Tools, preference: ViewerState['channelPreference']): void {
  const token = entityOf(tools);
  if (token === undefined) return;
  run(tools, async () => {
    const response = await tools.page.call('channelPreference', { params: token, secondaryParams: preference });
    return isDone(tools, response) ? { channelPreference: preference } : {};
  });
}

/** Giving the same opinion again withdraws it. */
export function giveOpinion(tools: Tools, opinion: Opinion): void {
  const isTakenBack = tools.viewer.viewerState.get().state?.feedback === opinion;
  run(tools, async () => {
    const isGiven = await sendFeedback(tools, isTakenBack ? 'withdraw' : opinion);
    return isGiven ? { feedback: isTakenBack ? undefined : opinion } : {};
  });
}

export function reportVideo(tools: Tools): void {
  run(tools, async () => {
    if (await sendFeedback(tools, 'report')) tell(tools, 'reported');
    return {};
  });
}

export function setSaved(tools: Tools, playlistId: string, isSaved: boolean): void {
  const { videoId } = tools.playback.player.getSnapshot().video;
  run(tools, async () => {
    const action = isSaved
      ? ({ action: 'ACTION_ADD_VIDEO', addedVideoId: videoId } as const)
      : ({ action: 'ACTION_REMOVE_VIDEO', removedVideoId: videoId } as const);
    const response = await tools.page.call('editPlaylist', { playlistId, actions: [action], params: entityOf(tools) });
    if (!isDone(tools, response)) return {};
    const contains = response.value.videoIds.includes(videoId);
    if (contains !== isSaved) tell(tools, 'failed');
    const { playlists = [] } = tools.viewer.viewerState.get().state ?? {};
    return { playlists: playlists.map((list) => (list.playlistId === playlistId ? { ...list, contains } : list)) };
  });
}

async function sendFeedback(tools: Tools, kind: keyof typeof FEEDBACK_INDEX): Promise<boolean> {
  const token = detailsOf(tools)?.feedbackTokens?.[FEEDBACK_INDEX[kind]];
  if (token === undefined) return false;
  const feedbackContext = { cpn: tools.playback.playbackNonce() };
  const response = await tools.page.call('feedback', { feedbackTokens: [token], feedbackContext, shouldMerge: true });
  if (!isDone(tools, response)) return false;
  const isProcessed = response.value.feedbackResponses[0]?.isProcessed === true;
  if (!isProcessed) tell(tools, 'failed');
  return isProcessed;
}

const detailsOf = ({ playback: { player } }: Tools) => player.getSnapshot().video.response?.videoDetails;

const entityOf = (tools: Tools) => detailsOf(tools)?.serializedSharedEntity;

function run(
  { page: { reportError }, viewer: { viewerState } }: Tools,
  act: () => Promise<Partial<ViewerState>>,
): void {
  viewerState.change(act).catch(reportError);
}

function isDone<T>(tools: Tools, response: Outcome<T>): response is Exclude<Outcome<T>, Failure> {
  if (!response.ok)
    tell(tools, failureWord(response.code, tools.page.root.ownerDocument.defaultView?.navigator.onLine ?? true));
  return response.ok;
}

export function failureWord(code: string, isOnline: boolean): WordKey {
  if (!isOnline) return 'failedOffline';
  return code === 'bot.unavailable' ? 'failedCheck' : 'failed';
}

function tell({ viewer: { notices, language } }: Tools, word: WordKey): void {
  notices.show(language.say(word), { forMs: LONG_NOTICE_MS });
}
