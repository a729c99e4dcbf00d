import type { PlayerResponse, ViewerState } from '../../../../protocol/provider/player-response.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
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

/** A page whose calls get these responses by endpoint; other calls fail. `sent` lists all calls. */
export function providerWith(responses: FakeInfrastructure['responses']) {
  const infrastructure = new FakeInfrastructure();
  infrastructure.responses = responses;
  return { sent: infrastructure.called, page: { infrastructure } };
}
