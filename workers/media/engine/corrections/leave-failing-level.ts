import { ErrorDetails, Events } from 'hls.js';
import type { Correction } from './correction.ts';

export const leaveFailingLevel: Correction = {
  name: 'leave a failing level',
  reason: 'The library resets a source that refuses a segment by itself, and would come back to the same level.',
  upstream: 'video-dev/hls.js#8035',
  since: 'hls.js 1.7.4',
  follow({ hls, leaveLevel }) {
    hls.on(Events.ERROR, (_, { details, sourceBufferName }) => {
      if (details === ErrorDetails.BUFFER_APPENDING_ERROR && sourceBufferName !== 'audio') leaveLevel(hls.loadLevel);
    });
  },
};
