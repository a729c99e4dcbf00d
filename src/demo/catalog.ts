/** The demo catalog, and one id that is not in it. */
export interface DemoVideo {
  readonly id: string;
  readonly name: string;
  readonly shows: string;
}

export const DEMO_VIDEOS: readonly DemoVideo[] = [
  { id: 'orieldemo01', name: 'Adaptive film', shows: 'HLS ladder, captions, chapters, previews' },
  { id: 'orielsphere', name: 'All around', shows: '360° video' },
  { id: 'oriellive01', name: 'Live', shows: 'A live window to rewind in' },
  { id: 'orielmp4001', name: 'Plain file', shows: 'One progressive MP4' },
  { id: 'orielblockd', name: 'Refused', shows: 'Its owner does not allow embedding' },
  { id: 'nosuchvideo', name: 'Unknown', shows: 'An id that nobody knows' },
];

export const FIRST_VIDEO_ID = 'orieldemo01';

export const DEMO_PLAYLIST_ID = 'PLorieldemolist001';
