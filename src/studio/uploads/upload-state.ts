import type { UploadState } from '../../../protocol/provider/video-uploads.ts';

export type UploadEvent = 'arrived' | 'begun' | 'prepared' | 'failed' | 'interrupted' | 'again';

/** Events without an entry do not happen in that state. An upload can be removed in every state, which deletes its record. */
const TRANSITIONS: Readonly<Record<UploadState, Partial<Record<UploadEvent, UploadState>>>> = {
  uploading: { arrived: 'waiting' },
  waiting: { begun: 'preparing' },
  preparing: { prepared: 'ready', failed: 'failed', interrupted: 'waiting' },
  ready: {},
  failed: { again: 'waiting' },
};

/** The next state; `undefined` for an event that does not happen in this state. */
export function nextUploadState(state: UploadState, event: UploadEvent): UploadState | undefined {
  return TRANSITIONS[state][event];
}
