import type { Picture, Sound, Video } from '../../../../src/studio/preparation/source-video.ts';

export const PICTURE: Picture = {
  ...{ index: 0, startSeconds: 0, width: 1280, height: 720, framesPerSecond: 25, codec: 'h264', isPlain: true },
  ...{ tickSeconds: 0, isTurned: false, pixelAspect: null },
  colours: { isHighDynamicRange: false, matrix: 'bt709', isWide: false, isFullRange: false },
  mayBeInterlaced: false,
};

export const SOUND: Sound = {
  ...{ index: 1, startSeconds: 0, codec: 'aac', channels: 2, languageCode: 'und', title: null },
  ...{ isDescription: false, isComment: false },
};

/** A probed file with one picture track and one sound track. */
export function makeVideo(change: Partial<Video> = {}): Video {
  return {
    ...{
      path: 'talk.mp4',
      lengthSeconds: 100,
      declaredSeconds: 100,
      beginSeconds: 0,
      originSeconds: 0,
      picture: PICTURE,
      coverIndex: null,
      sounds: [SOUND],
    },
    times: new Map(),
    ...{
      subtitles: [],
      chapters: [],
      title: null,
      isSpherical: false,
      mayBeginAnywhere: false,
      isWronglyCounted: false,
      remarks: [],
    },
    ...change,
  };
}
