import type { SessionBrowser } from '../../workers/infrastructure/context/session.ts';

/** A browser in Berlin, in winter, that does not report the type of its connection. */
export const SESSION_BROWSER: SessionBrowser = {
  connectionType: () => 'unknown',
  localTime: () => ({ utcOffsetMinutes: 60, timeZone: 'Europe/Berlin' }),
};
