/** Group of our tracks in DevTools. */
export const TRACK_GROUP = 'Oriel';
