import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import type { PlayerResponse, ViewerState } from '../../../../protocol/provider/player-response.ts';
import type { PageTools } from '../../../../src/page/interface/tools.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { VIDEO } from '../../../support/fake-player.ts';

const VIEWER: ViewerState = {
  subscribed: false,
  channelPreference: 'all',
  playlists: [{ playlistId: 'WL', title: 'Watch later', contains: false }],
};
const DETAILS: NonNullable<PlayerResponse['videoDetails']> = {
  ...{ videoId: VIDEO.videoId, title: VIDEO.title, author: 'Oriel', channelId: 'UC1', lengthSeconds: 20, posters: [] },
  ...{ isLive: false, allowLiveDvr: false, isListed: true, isSpherical: false, width: 1920, height: 1080 },
  serializedSharedEntity: 'shared',
  feedbackTokens: ['like', 'dislike', 'report', 'back'],
};

/** A video of a provider that offers every action of a viewer. */
export function offering(
  viewer: Partial<ViewerState> = {},
  response: Partial<PlayerResponse> = {},
): Partial<PlayerSnapshot> {
  return {
    video: {
      ...VIDEO,
      channelId: 'UC1',
      response: {
        playabilityStatus: { status: 'OK' },
        videoDetails: DETAILS,
        attestation: { scriptUrl: '/check.js', program: '' },
        viewerState: { ...VIEWER, ...viewer },
        ...response,
      },
    },
  };
}

/** The response of each call by its endpoint; the others fail. Records what was sent. */
export function providerWith(responses: Readonly<Record<string, object>>) {
  const sent: (readonly [endpoint: string, fields: object])[] = [];
  const call = async (endpoint: string, fields: object) => {
    sent.push([endpoint, fields]);
    const response = responses[endpoint];
    return response === undefined ? fail('request.rejected', 'Not offered') : succeed(response);
  };
  return { sent, page: { call: call as unknown as PageTools['call'] } };
}
