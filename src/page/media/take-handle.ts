import type { EngineMessage } from '../../../protocol/media-worker.ts';

/**
 * Gives the element a source that lives in the worker. A new source stops the element, whatever the viewer wanted, so it
 * is started again (media.md 9.3).
 */
export function takeHandle(
  element: HTMLVideoElement,
  { handle, isManaged }: Extract<EngineMessage, { kind: 'handle' }>,
): void {
  const wasPlaying = !element.paused;
  /** A managed source opens only where the element may not be cast (media.md 1.3). */
  if (isManaged) element.disableRemotePlayback = true;
  element.srcObject = handle as MediaProvider;
  if (wasPlaying) element.play().catch(() => undefined);
}
