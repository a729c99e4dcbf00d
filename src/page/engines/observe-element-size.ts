import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { MediaWorkerApi } from '../../../protocol/media/media-worker.ts';
import { elementBox } from './element-box.ts';

/** Time without a change of size after which the box is measured. */
export const RESIZE_DELAY_MS = 250;

/** Sends the size of the picture to the worker, so that no larger quality is fetched than can be seen. */
export function observeElementSize(
  element: HTMLVideoElement,
  clock: Clock,
  api: Pick<MediaWorkerApi, 'setBox'>,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  let cancel: () => void = () => undefined;
  const observer = new ResizeObserver(() => {
    cancel();
    cancel = clock.after(RESIZE_DELAY_MS, () => api.setBox(elementBox(element)));
  });
  observer.observe(element);
  signal.addEventListener('abort', () => {
    cancel();
    observer.disconnect();
  });
}
