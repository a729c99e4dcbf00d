/** A video in the catalog of the storm, with the fields that the model needs. */
export interface Video {
  readonly videoId: string;
  /** `Infinity` for a live stream. */
  readonly lengthSeconds: number;
  readonly hasCaptions: boolean;
}

const VIDEO_SECONDS = 28;
const SPHERE_SECONDS = 10;

export const VIDEOS = {
  hls: { videoId: 'orieldemo01', lengthSeconds: VIDEO_SECONDS, hasCaptions: true },
  /** The same video, with playlists that do not declare its segments independent. */
  dependent: { videoId: 'orieldepend', lengthSeconds: VIDEO_SECONDS, hasCaptions: false },
  file: { videoId: 'orielmp4001', lengthSeconds: VIDEO_SECONDS, hasCaptions: true },
  live: { videoId: 'oriellive01', lengthSeconds: Infinity, hasCaptions: false },
  sphere: { videoId: 'orielsphere', lengthSeconds: SPHERE_SECONDS, hasCaptions: false },
} as const satisfies Record<string, Video>;

export const PLAYLIST = {
  id: 'PLorieldemolist001',
  videoIds: [VIDEOS.hls.videoId, VIDEOS.file.videoId, VIDEOS.sphere.videoId],
} as const;

export function videoById(videoId: string): Video {
  const video = Object.values<Video>(VIDEOS).find((one) => one.videoId === videoId);
  if (video === undefined) throw new Error(`no video ${videoId} in the catalog of the storm`);
  return video;
}
