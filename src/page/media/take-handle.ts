import type { EngineMessage } from '../../../protocol/media-worker.ts';

/**
 * Gives the element a source that lives in the worker. A new source stops the element and takes it back to its beginning,
 * whatever the viewer wanted, so it is sent where it was and started again (media.md 9.3).
 */
export function takeHandle(
  element: HTMLVideoElement,
  { handle, isManaged }: Extract<EngineMessage, { kind: 'handle' }>,
  seconds = element.currentTime,
): void {
  const { paused } = element;
  /** A managed source opens only where the element may not be cast (media.md 1.3). */
  if (isManaged) element.disableRemotePlayback = true;
  element.srcObject = handle as MediaProvider;
  if (seconds > 0) element.currentTime = seconds;
  if (!paused) element.play().catch(() => undefined);
}
