import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from './open-connections.ts';
import { errorText } from '../http/responses.ts';

type Refused = readonly [status: number, message: string, limit: string];

/** Error code of a request whose headers arrived in time, but not its body. */
export const LATE_BODY = 'ORIEL_LATE_BODY';
const TOO_LATE = 'The request took too long to arrive.';

/** Error codes, most of Node's parser, with the response for the client and the name under which it is counted. */
const REFUSALS: Readonly<Record<string, Refused>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, TOO_LATE, 'slow_headers'],
  [LATE_BODY]: [408, TOO_LATE, 'slow_requests'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.', 'header_size'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.', 'chunk_extensions'],
};
const OTHERWISE: Refused = [400, 'This is no HTTP request.', 'unreadable_requests'];
/** Codes of connections that the client has ended, within or between requests: no limit ended them. */
const ENDED_BY_CLIENT: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

/** Requests that fail before routing get the usual response: JSON, with a reason. */
export function respondToUnreadableRequests(server: Server, connections: OpenConnections): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const code = error.code ?? '';
    const [status, message, limit] = REFUSALS[code] ?? OTHERWISE;
    // Node's limit of the time for headers also ends a connection on which nothing was ever sent.
    if (!ENDED_BY_CLIENT.has(code)) connections.countEnd(socket, socket.bytesRead === 0 ? 'unused_connections' : limit);
    if (socket.writable && code !== 'ECONNRESET' && !connections.isResponding(socket))
      socket.write(rawResponse(status, errorText(status, message)));
    // Closes once the response is written, whatever else the client sends.
    socket.destroySoon();
  });
}

function rawResponse(status: number, body: string): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
