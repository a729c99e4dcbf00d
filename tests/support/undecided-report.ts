import type { PrivacyReport } from '../../protocol/privacy/privacy-report.ts';

/** The privacy report of a page on which neither viewer, browser, host nor configuration has decided. */
export const UNDECIDED_REPORT: PrivacyReport = {
  level: 'strict',
  ceiling: 'measured',
  objects: false,
  choice: null,
  siteDefault: 'strict',
  isStated: false,
  databases: [],
  cookies: [],
  contacts: [],
  isErased: true,
};
