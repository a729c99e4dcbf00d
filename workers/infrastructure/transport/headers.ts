import { CLIENT_NUMBER, HEADERS } from '../../../protocol/infrastructure/request-context.ts';
import type { Session } from '../context/session.ts';

/** N1. Headers that identify the viewer are added when a request is sent, not when it is stored. */
export function commonHeaders(session: Session): Record<string, string> {
  const {
    settings: { client },
    page,
  } = session;
  const visitorId = session.visitorData();
  return {
    [HEADERS.contentType]: 'application/json',
    [HEADERS.clientName]: String(CLIENT_NUMBER),
    [HEADERS.clientVersion]: client.clientVersion,
    [HEADERS.timeZone]: client.timeZone,
    [HEADERS.utcOffset]: String(client.utcOffsetMinutes),
    [HEADERS.bootstrapLoggedIn]: String(page.loggedIn),
    ...(visitorId === undefined ? {} : { [HEADERS.visitorId]: visitorId }),
    ...(page.authorization === undefined ? {} : { [HEADERS.authorization]: page.authorization }),
  };
}
