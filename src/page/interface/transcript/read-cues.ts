import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import type { StreamCue } from '../../../../protocol/media/stream-cues.ts';
import type { PlainCue } from './group-cues.ts';

/**
 * Reads the cues of a caption track by the browser's own parser, which loads a text track in mode `hidden`. The track is of the kind
 * `metadata`, which neither this page nor a system that draws captions itself ever shows, and is removed as soon as it has been read.
 * Rejects if the file does not load.
 */
export function readCues(
  media: HTMLVideoElement,
  { url, languageCode }: CaptionTrack,
  signal: AbortSignal,
): Promise<readonly PlainCue[]> {
  const element = media.ownerDocument.createElement('track');
  element.kind = 'metadata';
  element.srclang = languageCode;
  element.src = url;
  element.track.mode = 'hidden';
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => (): void => {
      settle();
      element.remove();
    };
    element.addEventListener(
      'load',
      end(() => resolve(Array.from(element.track.cues ?? [], plainCue))),
      { signal },
    );
    element.addEventListener(
      'error',
      end(() => reject(new Error(`captions did not load: ${url}`))),
      { signal },
    );
    signal.addEventListener('abort', () => element.remove());
    media.append(element);
  });
}

/** Text and time of a cue of the browser, or of a stream. */
export const plainCue = (cue: TextTrackCue | StreamCue): PlainCue => ({
  startSeconds: cue.startTime,
  endSeconds: cue.endTime,
  text: 'text' in cue ? cue.text : '',
});
