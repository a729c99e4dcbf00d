import type { CaptionTrack, PlayerResponse, VideoDetails } from '../../protocol/provider/player-response.ts';

export const VIDEO_ID = 'aaaaaaaaaaa';
export const VIDEO_SECONDS = 28;

export interface ResponseOptions {
  readonly status?: PlayerResponse['playabilityStatus'];
  readonly details?: Partial<VideoDetails>;
  readonly captions?: CaptionTrack[];
  readonly playlist?: PlayerResponse['playlist'];
  readonly related?: PlayerResponse['related'];
  readonly streams?: PlayerResponse['streamingData'];
}

/** The provider's response for a playable video. */
export function videoResponse(videoId: string = VIDEO_ID, options: ResponseOptions = {}): PlayerResponse {
  const { status = { status: 'OK' }, details = {}, captions = [], playlist, related, streams } = options;
  return {
    playabilityStatus: status,
    videoDetails: {
      videoId,
      title: `Video ${videoId}`,
      author: 'Oriel',
      channelId: 'channel',
      lengthSeconds: VIDEO_SECONDS,
      isLive: false,
      allowLiveDvr: false,
      isListed: true,
      isSpherical: false,
      width: 1280,
      height: 720,
      posters: [],
      ...details,
    },
    streamingData: streams ?? {
      hlsManifestUrl: '/film.m3u8',
      progressive: [],
      isLive: details.isLive ?? false,
    },
    captions,
    ...(playlist === undefined ? {} : { playlist }),
    ...(related === undefined ? {} : { related }),
  };
}
