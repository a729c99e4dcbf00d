import type { EngineMessage } from '../../../protocol/media/media-worker.ts';

type HandleMessage = Extract<EngineMessage, { kind: 'handle' }>;

/** Gives the element a source that lives in the worker. The element reloads: it pauses, and returns to 0. */
export function attachHandle(
  element: Pick<HTMLVideoElement, 'srcObject' | 'disableRemotePlayback'>,
  { handle, isManaged }: HandleMessage,
): void {
  // A managed source opens only if remote playback is disabled on the element.
  if (isManaged) element.disableRemotePlayback = true;
  element.srcObject = handle as MediaProvider;
}

/** Gives it the source before there is a player that resumes playback. */
export function takeHandle(element: HTMLVideoElement, message: HandleMessage): void {
  const { paused, currentTime } = element;
  attachHandle(element, message);
  if (currentTime > 0) element.currentTime = currentTime;
  if (!paused) element.play().catch(() => undefined);
}
