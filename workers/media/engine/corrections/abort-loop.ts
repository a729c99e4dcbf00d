import { ErrorDetails, Events, type Fragment } from 'hls.js';
import type { Correction } from './correction.ts';

/** Each turn of the loop aborts two requests, ten times a second; a viewer who seeks repeatedly causes only a few aborts. */
const ABORTS_MAX = 6;

/**
 * Detects a loop in hls.js. A seek drops a segment while the init segment of its level is still loading; the end of
 * that request aborts the segment requested next, which requests the init segment again and so aborts it again,
 * endlessly.
 */
export class AbortLoop {
  #segment = '';
  #count = 0;

  /** Notes an aborted segment request; `true` if the same segment was aborted too often without another segment in between. */
  note({ type, level, sn }: Pick<Fragment, 'type' | 'level' | 'sn'>): boolean {
    const segment = `${type} ${level} ${sn}`;
    this.#count = segment === this.#segment ? this.#count + 1 : 1;
    this.#segment = segment;
    if (this.#count < ABORTS_MAX) return false;
    this.#count = 0;
    return true;
  }

  /** Call it when a segment has arrived. */
  end(): void {
    this.#count = 0;
  }
}

export const breakAbortLoop: Correction = {
  name: 'break a loop of aborts',
  reason: 'After some seeks, requests for an init segment and for the segment behind it abort each other endlessly.',
  upstream: 'video-dev/hls.js#3811',
  since: 'hls.js 1.7.4',
  follow({ hls, media, loading }) {
    const loop = new AbortLoop();
    hls.on(Events.ERROR, (_, { details, frag }) => {
      if (details === ErrorDetails.INTERNAL_ABORTED && frag !== undefined && loop.note(frag))
        loading.restart(() => hls.startLoad(media.currentTime, true));
    });
    hls.on(Events.FRAG_BUFFERED, () => loop.end());
  },
};
