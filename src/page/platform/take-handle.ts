import type { EngineMessage } from '../../../protocol/media/media-worker.ts';

type HandleMessage = Extract<EngineMessage, { kind: 'handle' }>;

/** Sets the element's source to a MediaSource of the worker. The element reloads: it pauses, and returns to 0. */
export function attachHandle(
  element: Pick<HTMLVideoElement, 'srcObject' | 'disableRemotePlayback'>,
  { handle, isManaged }: HandleMessage,
): void {
  // A managed source opens only if remote playback is disabled on the element.
  if (isManaged) element.disableRemotePlayback = true;
  element.srcObject = handle as MediaProvider;
}

/** Sets the source and resumes playback itself, because the player has not loaded yet. */
export function takeHandle(element: HTMLVideoElement, message: HandleMessage): void {
  const { paused, currentTime } = element;
  attachHandle(element, message);
  if (currentTime > 0) element.currentTime = currentTime;
  if (!paused) element.play().catch(() => undefined);
}
