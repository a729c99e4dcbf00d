/** S1: storage belongs to one user identifier, a data-sync id; a logged-out viewer has this one. */
export const LOGGED_OUT_IDENTIFIER = 'logged-out';
