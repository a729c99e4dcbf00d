import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { LATE_BODY } from './unreadable-requests.ts';

/**
 * Ends requests that are still arriving after this time. Node's `requestTimeout` has no exceptions: requests for which `mayLast`
 * returns true may take as long as bytes arrive; their limit begins when their response has been sent.
 */
export function limitRequestTimes(
  server: Server,
  timeoutMs: number,
  clock: Clock,
  mayLast: (path: string) => boolean,
): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete) return;
    const begin = (): void => {
      const cancel = clock.after(timeoutMs, () => {
        if (!request.complete) server.emit('clientError', lateRequest(), request.socket);
      });
      request.once('close', cancel);
    };
    if (mayLast((request.url ?? '').replace(/\?.*/, ''))) response.once('finish', begin);
    else begin();
  });
}

function lateRequest(): Error {
  return Object.assign(new Error('the request took too long'), { code: LATE_BODY });
}
