import { once } from '../../protocol/runtime/once.ts';
import { createSystemRandom } from '../../protocol/runtime/system-clock.ts';
import { createPostTask, type PlatformScheduler } from '../../protocol/runtime/post-task.ts';
import { WatchedSpanRing } from '../watched-span-ring.ts';
import { systemClock } from '../system-clock.ts';
import type { ErrorPlace } from '../../protocol/runtime/describe-error.ts';
import type { Environment } from './environment.ts';

interface ConnectedNavigator {
  readonly connection?: { readonly effectiveType?: string };
}

/** The globals of a worker, or of main where the service runs there: only globals that both have. */
export function createSystemEnvironment(): Environment {
  // The first formatter of a thread loads its tables, which takes a desktop computer 20 to 50 ms: too much for main.
  const timeZone = once(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  return {
    clock: systemClock,
    random: createSystemRandom(crypto),
    requests: performance,
    spans: new WatchedSpanRing('infrastructure', performance, systemClock.after, !isWorker()),
    fetch: (input, init) => fetch(input, init),
    // Chromium refuses an opaque origin by a second rejection, too, which nobody can catch.
    indexedDB: () => (globalThis.origin === 'null' ? undefined : globalThis.indexedDB),
    locks: () => navigator.locks,
    isOnline: () => navigator.onLine,
    connectionType: () => (navigator as ConnectedNavigator).connection?.effectiveType ?? 'unknown',
    localTime: () => ({ utcOffsetMinutes: -new Date().getTimezoneOffset(), timeZone: timeZone() }),
    postTask: createPostTask(systemClock, (globalThis as { scheduler?: PlatformScheduler }).scheduler),
    importModule: (address) => import(/* @vite-ignore */ address),
    compressionStream: globalThis.CompressionStream,
    decompressionStream: globalThis.DecompressionStream,
    watchErrors: isWorker() ? watchWorkerErrors : () => () => {},
  };
}

export function isWorker(): boolean {
  return 'WorkerGlobalScope' in globalThis;
}

/** Main is not notified of a rejection in a worker, so the worker watches its own (E4). On main, the page watches them. */
function watchWorkerErrors(report: (error: unknown, place?: ErrorPlace) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener(
    'error',
    (event) => {
      const { error, message, filename: fileName, lineno: lineNumber } = event as ErrorEvent;
      report(error ?? message, { fileName, lineNumber });
      // Main would receive the error too, in other words, and report it again. A cancelled error is not on the console either.
      event.preventDefault();
      // oxlint-disable-next-line no-console -- what the browser would have written there
      console.error(error ?? message);
    },
    { signal },
  );
  addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason), { signal });
  return () => listening.abort();
}
