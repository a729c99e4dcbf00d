import type { Session } from '../context/session.ts';
import type { Environment } from '../environment.ts';
import { commonHeaders } from './headers.ts';
import { createTransport, type Send } from './transport.ts';

/** N1: requests in the name of the session's viewer, whose headers are those of the moment they are sent. */
export function createProviderSend(session: Session, environment: Pick<Environment, 'fetch' | 'clock'>): Send {
  const transport = createTransport(environment, (address) => session.carriesCookies(address));
  return (request) =>
    transport({ ...request, headers: { ...commonHeaders(session, request.address), ...request.headers } });
}
