import { FILM } from '../../../support/fake-player.ts';

/** A video that viewers can rate and report. */
export const rateable = (videoId: string) => ({
  video: {
    ...FILM,
    videoId,
    response: {
      playabilityStatus: { status: 'OK' },
      videoDetails: { videoId, title: FILM.title, feedbackTokens: ['like', 'dislike', 'report', 'back'] },
      viewerState: { subscribed: false, channelPreference: 'all', playlists: [] },
    },
  } as unknown as typeof FILM,
});
