import { VIDEO } from '../../../support/fake-player.ts';

/** A video that viewers can rate and report. */
export const rateable = (videoId: string) => ({
  video: {
    ...VIDEO,
    videoId,
    response: {
      playabilityStatus: { status: 'OK' },
      videoDetails: { videoId, title: VIDEO.title, feedbackTokens: ['like', 'dislike', 'report', 'back'] },
      viewerState: { subscribed: false, channelPreference: 'all', playlists: [] },
    },
  } as unknown as typeof VIDEO,
});
