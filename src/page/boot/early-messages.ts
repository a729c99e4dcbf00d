import { isAncestor } from '../bridge/bridge-window.ts';
import { HOST_QUEUE_MAX_BYTES, messageBytes } from '../../../protocol/host/host-queue.ts';
import type { EarlyInput, EarlyInputDependencies } from './early-input.ts';

/** Text from the parent window, the only messages that the bridge reads. The bridge decides whether to trust it. */
export function recordMessages(
  { window }: Pick<EarlyInputDependencies, 'window'>,
  input: EarlyInput,
  signal: AbortSignal,
): void {
  let freeBytes = HOST_QUEUE_MAX_BYTES;
  const record = (event: MessageEvent<unknown>): void => {
    if (!isAncestor(event.source, window) || typeof event.data !== 'string') return;
    const bytes = messageBytes(event.data);
    if (bytes > freeBytes) return void (input.refusedCount += 1);
    freeBytes -= bytes;
    input.messages.push(event);
  };
  window.addEventListener('message', record, { signal });
}
