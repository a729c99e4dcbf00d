/**
 * Cookies that outlive the page (S9, N18). `__Host-` binds a cookie to this origin; in a frame of another site only
 * partitioned cookies exist.
 */
export const COOKIE_NAMES = {
  preferences: '__Host-oriel-preferences',
  locationToken: '__Host-oriel-location',
} as const;

/** The key of the viewer's choice about consent among the preferences (S9). */
export const CHOICE_PREFERENCE = 'consent';

/** HttpOnly cookie by which the provider recognises a viewer's subscriptions and likes. */
export const VISITOR_COOKIE = '__Host-oriel-visitor';
/** 30 days at most, which limits how long a viewer can be followed. */
export const VISITOR_COOKIE_LIFETIME_SECONDS = 2_592_000;
