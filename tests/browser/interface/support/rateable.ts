import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { VIDEO } from '../../../support/fake-player.ts';
import { videoResponse } from '../../../support/video-response.ts';

/** A video that viewers can rate and report. */
export const rateable = (videoId: string): Partial<PlayerSnapshot> => ({
  video: {
    ...VIDEO,
    videoId,
    response: {
      ...videoResponse(videoId, {
        details: { title: VIDEO.title, feedbackTokens: ['like', 'dislike', 'report', 'back'] },
      }),
      viewerState: { subscribed: false, channelPreference: 'all', playlists: [] },
    },
  },
});
