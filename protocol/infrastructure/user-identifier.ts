/** Storage belongs to one user identifier, a data-sync id; logged-out viewers share this one (S1). */
export const LOGGED_OUT_IDENTIFIER = 'logged-out';
