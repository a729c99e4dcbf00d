import { isAncestorOrOpener } from '../bridge/bridge-window.ts';
import { HOST_QUEUE_MAX_BYTES } from '../../../protocol/constants.ts';
import { messageBytes } from '../host-messages/host-queue.ts';
import type { EarlyInput, EarlyRefusal, EarlyInputDependencies } from './early-input-record.ts';

/** Keeps text messages from windows that may be hosts, and counts all other messages (H2). The bridge decides which to trust. */
export function recordMessages(
  { window }: Pick<EarlyInputDependencies, 'window'>,
  input: EarlyInput,
  signal: AbortSignal,
): void {
  let freeBytes = HOST_QUEUE_MAX_BYTES;
  const refuse = (reason: EarlyRefusal): void => {
    input.refused[reason] = (input.refused[reason] ?? 0) + 1;
  };
  const record = (event: MessageEvent<unknown>): void => {
    if (!isAncestorOrOpener(event.source, window)) return refuse('not-from-parent');
    if (typeof event.data !== 'string') return refuse('not-text');
    const bytes = messageBytes(event.data);
    if (bytes > freeBytes) return refuse('queue-full');
    freeBytes -= bytes;
    input.messages.push(event);
  };
  window.addEventListener('message', record, { signal });
}
