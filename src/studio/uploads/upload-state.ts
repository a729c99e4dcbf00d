import type { UploadState } from '../../../protocol/provider/video-uploads.ts';

export type UploadEvent = 'arrived' | 'begun' | 'prepared' | 'failed' | 'interrupted' | 'again';

/** An empty cell: it does not happen in this state. Removing is possible in each, and leaves nothing. */
const TRANSITIONS: Readonly<Record<UploadState, Partial<Record<UploadEvent, UploadState>>>> = {
  uploading: { arrived: 'waiting' },
  waiting: { begun: 'preparing' },
  preparing: { prepared: 'ready', failed: 'failed', interrupted: 'waiting' },
  ready: {},
  failed: { again: 'waiting' },
};

/** `undefined` for an event that does not happen in this state. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState | undefined {
  return TRANSITIONS[state][event];
}
