import { expect, test, vi } from 'vitest';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import type { PlayerResponse, ViewerState } from '../../../../../protocol/provider/player-response.ts';
import {
  failureWord,
  giveOpinion,
  reportableVideo,
  reportVideo,
  setSaved,
  setSubscribed,
} from '../../../../../src/page/interface/viewer-actions/viewer-actions.ts';
import { reports } from '../../../../../src/page/interface/viewer-actions/reports.ts';
import { viewerState } from '../../../../../src/page/interface/viewer-actions/viewer-state-store.ts';
import { createFeatures, type Features } from '../../../../../src/page/interface/shared/features.ts';
import { notices } from '../../../../../src/page/interface/shared/notices.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { createFakeServices, fakeElement } from '../../../../support/fake-services.ts';

const STATE: ViewerState = {
  subscribed: false,
  channelPreference: 'all',
  playlists: [{ playlistId: 'WL', title: 'Saved videos', contains: false }],
};
const REPLY: PlayerResponse = {
  playabilityStatus: { status: 'OK' },
  viewerState: STATE,
  videoDetails: {
    ...{ videoId: VIDEO.videoId, title: '', author: '', channelId: 'channel', lengthSeconds: 1, posters: [] },
    ...{ isLive: false, allowLiveDvr: false, isListed: true, isSpherical: false, width: 1, height: 1 },
    serializedSharedEntity: 'shared',
    feedbackTokens: ['like', 'dislike', 'report', 'withdraw'],
    trackingParams: 'click',
    apiUrls: { feedback: '/youtubei/v1/feedback?alt=json' },
  },
};

/** Features whose provider responds with `responses`, and refuses all other calls. */
function subject(
  responses: FakeInfrastructure['responses'] = {},
  reportError = (error: unknown): void => {
    throw error;
  },
  memory: { readonly isPrivate?: boolean; readonly recognisesViewer?: boolean } = {},
) {
  const player = createFakePlayer({ video: { ...VIDEO, channelId: 'channel', response: REPLY } });
  const infrastructure = Object.assign(new FakeInfrastructure(), { responses }, memory);
  const said: string[] = [];
  const defaultView = { navigator: { onLine: true } };
  const root = fakeElement({ ownerDocument: Object.assign(new EventTarget(), { defaultView }) });
  const features = createFeatures(
    createFakeServices({
      infrastructure,
      page: { root, reportError },
      playback: { player, playbackNonce: () => 'nonce' },
      language: { say: (key: string) => key },
    }),
  );
  const notice = features.get(notices);
  notice.subscribe(() => said.push(notice.get()?.text ?? ''));
  return {
    features,
    player,
    infrastructure,
    said,
    calls: infrastructure.called,
    state: () => features.get(viewerState).get().state,
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a subscription takes effect once the provider has confirmed it [N6]', async () => {
  const { features, said, calls, state } = subject({
    subscribe: { channels: [{ channelId: 'channel', subscribed: true }] },
  });
  setSubscribed(features, true);
  expect(state()?.subscribed).toBe(false);
  expect(features.get(viewerState).get().isBusy).toBe(true);
  setSubscribed(features, true);
  await settle();
  expect(calls).toEqual([['subscribe', { channelIds: ['channel'], params: 'shared' }]]);
  expect([state()?.subscribed, features.get(viewerState).get().isBusy, said]).toEqual([true, false, ['subscribed']]);
});

test('a private embed offers no viewer actions, whatever the provider responds', () => {
  const { features, state } = subject({}, undefined, { isPrivate: true });
  expect([state(), reportableVideo(features)]).toEqual([null, null]);
});

test('a failed viewer action changes nothing and shows a notice for its failure code', async () => {
  const { features, infrastructure, said, state } = subject();
  infrastructure.refusal = fail('bot.unavailable', 'Unable to load Botguard');
  setSubscribed(features, true);
  await settle();
  expect(state()).toEqual(STATE);
  expect(said).toEqual(['failedCheck']);
  expect([failureWord('net.unknown', true), failureWord('net.unknown', false)]).toEqual(['failed', 'failedOffline']);
});

test('giving the same opinion twice withdraws it [N9]', async () => {
  const { features, calls, state } = subject({ feedback: { feedbackResponses: [{ isProcessed: true }] } });
  giveOpinion(features, 'like');
  await settle();
  expect(state()?.feedback).toBe('like');
  giveOpinion(features, 'dislike');
  await settle();
  expect(state()?.feedback).toBe('dislike');
  giveOpinion(features, 'dislike');
  await settle();
  expect(state()?.feedback).toBeUndefined();
  const tokens = calls.map(([, fields]) => (fields as { feedbackTokens: string[] }).feedbackTokens[0]);
  for (const [, fields] of calls) expect(fields).toMatchObject({ feedbackContext: { cpn: 'nonce' } });
  expect(tokens).toEqual(['like', 'dislike', 'withdraw']);
});

test.each([
  [
    'subscribes',
    { subscribe: { channels: [{ channelId: 'channel', subscribed: true }] } },
    (features: Features) => setSubscribed(features, true),
  ],
  [
    'likes',
    { feedback: { feedbackResponses: [{ isProcessed: true }] } },
    (features: Features) => giveOpinion(features, 'like'),
  ],
  ['saves', { editPlaylist: { videoIds: [VIDEO.videoId] } }, (features: Features) => setSaved(features, 'WL', true)],
] as const)(
  'a viewer who %s but will not be recognised at the next visit gets the notice that the action is not kept',
  async (_, responses, act) => {
    const { features, said } = subject(responses, undefined, { recognisesViewer: false });
    act(features);
    await settle();
    expect(said).toEqual(['notKept']);
  },
);

const FAULT = new Error('a fault');
const reportPresent = (features: Features): void => {
  const video = reportableVideo(features);
  if (video !== null) reportVideo(features, video, 'spam');
};

test('a report sends its reason, is acknowledged, and is remembered for its video [N9]', async () => {
  const { features, calls, said } = subject({ feedback: { feedbackResponses: [{ isProcessed: true }] } });
  reportPresent(features);
  expect(features.get(reports).get()).toEqual({ [VIDEO.videoId]: 'sending' });
  await settle();
  expect(calls).toEqual([
    ['feedback', { feedbackTokens: ['report'], feedbackContext: { cpn: 'nonce', reason: 'spam' }, shouldMerge: true }],
  ]);
  expect(said).toEqual(['reported']);
  expect(features.get(reports).get()).toEqual({ [VIDEO.videoId]: 'sent' });
});

test.each([
  ['fails', {}, []],
  ['is not processed', { feedback: { feedbackResponses: [{ isProcessed: false }] } }, []],
  ['throws', {}, [FAULT]],
] as const)('a report whose call %s can be sent again', async (_, responses, faults) => {
  const errors: unknown[] = [];
  const { features, infrastructure, said } = subject(responses, (error) => errors.push(error));
  if (faults.length > 0) vi.spyOn(infrastructure, 'call').mockRejectedValue(FAULT);
  reportPresent(features);
  await settle();
  expect(features.get(reports).get()[VIDEO.videoId]).toBeUndefined();
  expect(errors).toEqual(faults);
  expect(said).toEqual(faults.length === 0 ? ['failed'] : []);
});

test('a playlist contains a saved video only if the provider’s response does [N11]', async () => {
  const { features, said, calls, state } = subject({
    editPlaylist: { status: 'STATUS_FAILED', playlistId: 'WL', videoIds: [] },
  });
  setSaved(features, 'WL', true);
  await settle();
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: VIDEO.videoId }];
  expect(calls).toEqual([['editPlaylist', { playlistId: 'WL', actions, params: 'shared' }]]);
  expect(state()?.playlists[0]?.contains).toBe(false);
  expect(said).toEqual(['failed']);
});

test('a late response about the previous video does not affect the present video', async () => {
  const { features, player, state } = subject({
    editPlaylist: { status: 'STATUS_SUCCEEDED', playlistId: 'WL', videoIds: [VIDEO.videoId] },
  });
  setSaved(features, 'WL', true);
  player.set({ video: { ...VIDEO, videoId: 'orielmp4001', response: { ...REPLY } } });
  await settle();
  expect(state()?.playlists[0]?.contains).toBe(false);
});

test('a viewer action is sent to the path that the provider names, with the click tracking of its video [N3, C5]', async () => {
  const { features, player, infrastructure } = subject();
  const { callOptions } = infrastructure;
  const reported = reportableVideo(features);
  if (reported === null) throw new Error('the video cannot be reported');
  giveOpinion(features, 'like');
  await expect.poll(() => callOptions).toHaveLength(1);
  setSaved(features, 'WL', true);
  await expect.poll(() => callOptions).toHaveLength(2);
  player.set({ video: VIDEO });
  reportVideo(features, reported, 'spam');
  await expect.poll(() => callOptions).toHaveLength(3);
  const ofFeedback = { path: '/youtubei/v1/feedback?alt=json', clickTrackingParams: 'click' };
  expect(callOptions).toEqual([ofFeedback, { path: undefined, clickTrackingParams: 'click' }, ofFeedback]);
});
