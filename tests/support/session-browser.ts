import type { SessionBrowser } from '../../workers/infrastructure/context/session.ts';

/** A browser in Berlin, in winter, that does not tell how it is connected. */
export const SESSION_BROWSER: SessionBrowser = {
  connectionType: () => 'unknown',
  localTime: () => ({ utcOffsetMinutes: 60, timeZone: 'Europe/Berlin' }),
};
