/** Group of the player's tracks in DevTools. */
export const TRACK_GROUP = 'Oriel';
