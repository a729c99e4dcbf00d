import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenConnections } from './open-connections.ts';
import { errorText } from '../http/responses.ts';

/** Error codes of Node's parser, with the response for the client. */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too large.'],
};
const OTHERWISE = [400, 'This is no HTTP request.'] as const;

/** Requests that fail before routing get the usual response: JSON, with a reason. */
export function respondToUnreadableRequests(server: Server, connections: OpenConnections): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const [status, message] = REFUSALS[error.code ?? ''] ?? OTHERWISE;
    if (socket.writable && error.code !== 'ECONNRESET' && !connections.isResponding(socket))
      socket.write(rawResponse(status, errorText(status, message)));
    /** Once it is written, whatever else the client sends. */
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
