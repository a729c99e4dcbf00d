import { SHOWN_VIDEOS_ID, ShownVideos, type ShownVideo } from '../../protocol/provider/shown-videos.ts';

/** A video that the page offers. */
export interface OfferedVideo {
  readonly id: string;
  readonly name: string;
  readonly shows: string;
  /** Whether the video only plays for viewers who share their location. */
  readonly needsLocation?: boolean | undefined;
}

/** Videos of the demo catalog, with the feature that each video demonstrates. */
const DEMO_VIDEOS: readonly OfferedVideo[] = [
  { id: 'orieldemo01', name: 'Adaptive video', shows: 'HLS ladder, captions, chapters, previews' },
  { id: 'orielsphere', name: 'All around', shows: '360° video' },
  { id: 'oriellive01', name: 'Live', shows: 'A live stream you can rewind' },
  { id: 'orielmp4001', name: 'Plain file', shows: 'One progressive MP4' },
  { id: 'orielnearby', name: 'By location', shows: 'Only for viewers who share their location', needsLocation: true },
  { id: 'orielblockd', name: 'Refused', shows: 'Its owner does not allow embedding' },
];
const UNKNOWN: OfferedVideo = { id: 'nosuchvideo', name: 'Unknown', shows: 'An id that does not exist' };

export const DEMO_PLAYLIST_ID = 'PLorieldemolist001';

/** Videos to choose from: added videos, then the demo videos, then a video that does not exist. */
export function offeredVideos(document: Document): readonly OfferedVideo[] {
  const listed = ShownVideos.safeParse(JSON.parse(document.getElementById(SHOWN_VIDEOS_ID)?.textContent ?? '[]'));
  const known = new Map((listed.data ?? []).map((video) => [video.id, video]));
  const demo = DEMO_VIDEOS.filter(({ id }) => known.delete(id));
  return [...[...known.values()].map(describe), ...demo, UNKNOWN];
}

function describe({ id, title, lengthSeconds, isLive, needsLocation }: ShownVideo): OfferedVideo {
  const video = lengthSeconds > 0 ? `A video of ${lengthText(lengthSeconds)}` : 'A video';
  return { id, name: title, shows: isLive ? 'Live' : video, needsLocation };
}

function lengthText(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;
}
