import { CLIENT_NUMBER, HEADERS } from '../../../protocol/infrastructure/request-context.ts';
import { clientIdentity } from '../context/client-identity.ts';
import type { Session } from '../context/session.ts';

/**
 * N1, of every request to the provider; none for an address that the operator has pointed elsewhere, which must not
 * learn who the viewer is. Headers that identify the viewer are added when a request is sent, not when it is stored.
 */
export function commonHeaders(session: Session, address: string): Record<string, string> {
  const { browser, page } = session;
  if (!session.isOfProvider(address)) return {};
  const visitorId = session.visitorData();
  const { timeZone, utcOffsetMinutes } = browser.localTime();
  return {
    [HEADERS.contentType]: 'application/json',
    [HEADERS.clientName]: String(CLIENT_NUMBER),
    [HEADERS.clientVersion]: clientIdentity(session).clientVersion,
    [HEADERS.timeZone]: timeZone,
    [HEADERS.utcOffset]: String(utcOffsetMinutes),
    [HEADERS.bootstrapLoggedIn]: String(page.loggedIn),
    ...(visitorId === undefined ? {} : { [HEADERS.visitorId]: visitorId }),
    ...(page.authorization === undefined ? {} : { [HEADERS.authorization]: page.authorization }),
  };
}
