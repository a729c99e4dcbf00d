import { dataAddress } from './data-address.ts';

/** `stale`: the provider responds without its database. */
export type ConnectionState = 'connecting' | 'live' | 'stale' | 'lost';

/** Poll interval, in addition to the event stream, which some proxies buffer. */
const POLL_INTERVAL_MS = 5_000;

/**
 * Calls `onChange` at the start, whenever the provider announces a change, and also every few seconds. Ends when the signal is
 * aborted.
 */
export function watchChanges(
  onChange: () => Promise<ConnectionState>,
  onState: (state: ConnectionState) => void,
  signal: AbortSignal,
): void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      onState(await onChange());
    }
    isRunning = false;
  };
  const source = new EventSource(dataAddress('changes'));
  source.addEventListener('changed', () => void run(), { signal });
  source.addEventListener('open', () => void run(), { signal });
  const timer = setInterval(() => void run(), POLL_INTERVAL_MS);
  signal.addEventListener('abort', () => {
    source.close();
    clearInterval(timer);
  });
  void run();
}
