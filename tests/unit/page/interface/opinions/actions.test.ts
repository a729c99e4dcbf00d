import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import type { PlayerResponse, ViewerState } from '../../../../../protocol/provider/player-response.ts';
import {
  failureWord,
  giveOpinion,
  reportVideo,
  setSaved,
  setSubscribed,
} from '../../../../../src/page/interface/opinions/viewer-actions.ts';
import { ViewerStateStore } from '../../../../../src/page/interface/opinions/viewer-state-store.ts';
import type { Tools } from '../../../../../src/page/interface/tools.ts';
import { createFakePlayer, FILM } from '../../../../support/fake-player.ts';

const STATE: ViewerState = {
  subscribed: false,
  channelPreference: 'all',
  playlists: [{ playlistId: 'WL', title: 'Saved videos', contains: false }],
};
const ANSWER: PlayerResponse = {
  playabilityStatus: { status: 'OK' },
  viewerState: STATE,
  videoDetails: {
    ...{ videoId: FILM.videoId, title: '', author: '', channelId: 'channel', lengthSeconds: 1, posters: [] },
    ...{ isLive: false, allowLiveDvr: false, isListed: true, isSpherical: false, width: 1, height: 1 },
    serializedSharedEntity: 'shared',
    feedbackTokens: ['like', 'dislike', 'report', 'withdraw'],
  },
};

/** Tools whose provider responds with `answer`. */
function subject(response: (endpoint: string, fields: Record<string, unknown>) => Promise<Outcome<unknown>>) {
  const player = createFakePlayer({ video: { ...FILM, channelId: 'channel', response: ANSWER } });
  const said: string[] = [];
  const calls: [string, object][] = [];
  const viewerState = new ViewerStateStore(player, (error) => {
    throw error;
  });
  const tools = {
    page: {
      call: async (endpoint: string, fields: Record<string, unknown>) => {
        calls.push([endpoint, fields]);
        return response(endpoint, fields);
      },
      root: { ownerDocument: { defaultView: { navigator: { onLine: true } } } },
      reportError: (error: unknown) => {
        throw error;
      },
    },
    playback: { player, playbackNonce: () => 'nonce' },
    viewer: {
      viewerState,
      notices: { show: (text: string) => said.push(text) },
      language: { say: (key: string) => key },
    },
  } as unknown as Tools;
  return { tools, player, said, calls, state: () => viewerState.get().state };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a subscription takes effect once the provider has confirmed it [N6]', async () => {
  const { tools, said, calls, state } = subject(async () =>
    succeed({ channels: [{ channelId: 'channel', subscribed: true }] }),
  );
  setSubscribed(tools, true);
  expect(state()?.subscribed).toBe(false);
  expect(tools.viewer.viewerState.get().isBusy).toBe(true);
  setSubscribed(tools, true);
  await settle();
  expect(calls).toEqual([['subscribe', { channelIds: ['channel'], params: 'shared' }]]);
  expect([state()?.subscribed, tools.viewer.viewerState.get().isBusy, said]).toEqual([true, false, ['subscribed']]);
});

test('a failure changes nothing and says what to do', async () => {
  const { tools, said, state } = subject(async () => fail('bot.unavailable', 'Unable to load Botguard'));
  setSubscribed(tools, true);
  await settle();
  expect(state()).toEqual(STATE);
  expect(said).toEqual(['failedCheck']);
  expect([failureWord('net.unknown', true), failureWord('net.unknown', false)]).toEqual(['failed', 'failedOffline']);
});

test('giving the same opinion twice withdraws it; a report is acknowledged [N9]', async () => {
  const { tools, calls, said, state } = subject(async () => succeed({ feedbackResponses: [{ isProcessed: true }] }));
  giveOpinion(tools, 'like');
  await settle();
  expect(state()?.feedback).toBe('like');
  giveOpinion(tools, 'dislike');
  await settle();
  expect(state()?.feedback).toBe('dislike');
  giveOpinion(tools, 'dislike');
  await settle();
  expect(state()?.feedback).toBeUndefined();
  reportVideo(tools);
  await settle();
  expect(said).toEqual(['reported']);
  const tokens = calls.map(([, fields]) => (fields as { feedbackTokens: string[] }).feedbackTokens[0]);
  for (const [, fields] of calls) expect(fields).toMatchObject({ feedbackContext: { cpn: 'nonce' } });
  expect(tokens).toEqual(['like', 'dislike', 'withdraw', 'report']);
});

test('a list contains what the provider’s response says [N11]', async () => {
  const { tools, said, state } = subject(async () =>
    succeed({ status: 'STATUS_FAILED', playlistId: 'WL', videoIds: [] }),
  );
  setSaved(tools, 'WL', true);
  await settle();
  expect(state()?.playlists[0]?.contains).toBe(false);
  expect(said).toEqual(['failed']);
});

test('a response about the previous video does not affect this one', async () => {
  const { tools, player, state } = subject(async () =>
    succeed({ status: 'STATUS_SUCCEEDED', playlistId: 'WL', videoIds: [FILM.videoId] }),
  );
  setSaved(tools, 'WL', true);
  player.set({ video: { ...FILM, videoId: 'orielmp4001', response: { ...ANSWER } } });
  await settle();
  expect(state()?.playlists[0]?.contains).toBe(false);
});
