/** Identifier of the storage that all logged-out viewers share; signed-in viewers' storage is kept by data-sync id (S1). */
export const LOGGED_OUT_IDENTIFIER = 'logged-out';
