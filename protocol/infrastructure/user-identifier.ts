/** S1: storage belongs to one user identifier, a data-sync id; logged-out viewers share this one. */
export const LOGGED_OUT_IDENTIFIER = 'logged-out';
