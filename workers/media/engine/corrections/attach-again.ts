import type { Correction } from './correction.ts';

export const attachAgain: Correction = {
  name: 'attach again',
  reason:
    'recoverMediaError() attaches by an object URL, which a source in a worker does not have, and at the beginning of a video it returns to the place where the stream was opened.',
  upstream:
    'hls.js: let recoverMediaError() take a MediaSource, as attachMedia() does, and keep position 0 (w3c/media-source#175).',
  since: 'hls.js 1.7.4',
  follow({ hls, media, loading, attach }) {
    hls.recoverMediaError = () => {
      const positionSeconds = media.currentTime;
      hls.detachMedia();
      attach();
      loading.restart(() => hls.startLoad(positionSeconds));
    };
  },
};
