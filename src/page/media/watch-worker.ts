import type { Clock } from '../../../protocol/clock.ts';
import { MEDIA } from '../../../protocol/constants.ts';
import type { ElementBox, MediaWorkerApi } from '../../../protocol/media-worker.ts';
import { MediaLiveness } from './media-liveness.ts';

export interface WatchWorkerDependencies {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  readonly api: Pick<MediaWorkerApi, 'ping' | 'setBox'>;
  readonly boxOf: (element: HTMLVideoElement) => ElementBox;
  readonly onDead: () => void;
}

/** Tracks of one film do not end on the same frame. */
const END_TOLERANCE_SECONDS = 0.5;

/** What a worker that plays is watched for and told of meanwhile. Nothing of it is needed for the first frame. */
export function watchWorker(dependencies: WatchWorkerDependencies, signal: AbortSignal): void {
  const { element, clock, api, onDead } = dependencies;
  const liveness = new MediaLiveness({
    clock,
    ask: () => Promise.resolve(api.ping()),
    isNeeded: () => (!element.paused || element.seeking) && !element.ended,
    plentyMs: () => plentyMs(element),
    isStarving: () => !document.hidden && secondsAhead(element) < MEDIA.starvingSeconds,
    onDead,
  });
  for (const type of ['play', 'playing', 'seeking']) element.addEventListener(type, () => liveness.watch(), { signal });
  signal.addEventListener('abort', () => liveness.stop());
  liveness.watch();
  followBox(dependencies, signal);
}

/** No more is fetched than can be seen. */
function followBox({ element, clock, api, boxOf }: WatchWorkerDependencies, signal: AbortSignal): void {
  let cancel: () => void = () => undefined;
  const observer = new ResizeObserver(() => {
    cancel();
    cancel = clock.after(MEDIA.resizeDelayMs, () => api.setBox(boxOf(element)));
  });
  observer.observe(element);
  signal.addEventListener('abort', () => {
    cancel();
    observer.disconnect();
  });
}

/** What reaches to the end needs no worker any more. */
function plentyMs(element: HTMLVideoElement): number {
  const aheadSeconds = secondsAhead(element);
  const isWhole = element.currentTime + aheadSeconds >= element.duration - END_TOLERANCE_SECONDS;
  return ((aheadSeconds - (isWhole ? 0 : MEDIA.plentySeconds)) / element.playbackRate) * 1_000;
}

function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (currentTime >= buffered.start(index) && currentTime <= buffered.end(index))
      return buffered.end(index) - currentTime;
  return 0;
}
