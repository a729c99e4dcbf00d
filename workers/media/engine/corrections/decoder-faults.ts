import { ErrorDetails, ErrorTypes } from 'hls.js';
import type { CorrectedStream, Correction } from './correction.ts';

/** Within this time hls.js resets the source by itself, if it has noticed the fault. */
const SETTLES_MS = 500;
/** A decoder fails some frames before they would be shown. */
const DECODED_AHEAD_SECONDS = 0.2;

type DecoderStream = Pick<CorrectedStream, 'media' | 'clock' | 'shownLevel' | 'onError'>;

/**
 * Reports a decoder that fails on buffered pictures. hls.js notices decoder errors only when it appends, and may have no more
 * segments to append: the picture would stand still forever.
 */
export function noticeDecoderFaults(stream: DecoderStream, signal: AbortSignal): void {
  const { media, clock, shownLevel, onError } = stream;
  let cancel = (): void => undefined;
  const check = (): void => {
    const { error, currentTime } = media;
    if (error === null) return;
    const seconds = currentTime + DECODED_AHEAD_SECONDS;
    const frag = shownLevel()?.details?.fragments.find(({ start, end }) => start <= seconds && seconds < end);
    const fault = { type: ErrorTypes.MEDIA_ERROR, details: ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET, fatal: true };
    onError({ ...fault, error: new Error(error.message), ...(frag && { frag }) });
  };
  const wait = (): void => {
    cancel();
    cancel = clock.after(SETTLES_MS, check);
  };
  media.addEventListener('error', wait, { signal });
  signal.addEventListener('abort', () => cancel());
}

export const reportDecoderFaults: Correction = {
  name: 'report decoder faults',
  reason: 'hls.js reads the error of an element only when it appends a segment.',
  upstream: 'video-dev/hls.js#7116',
  since: 'hls.js 1.7.4',
  follow: noticeDecoderFaults,
};
