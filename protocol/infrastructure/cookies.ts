/**
 * S9, N18: what lasts longer than the page. `__Host-` binds a cookie to this origin alone; in a frame of another site
 * only partitioned cookies exist at all.
 */
export const COOKIE_NAMES = {
  preferences: '__Host-oriel-preferences',
  locationToken: '__Host-oriel-location',
} as const;
