import type { FilmState } from '../../../protocol/provider/film-uploads.ts';

export type FilmEvent = 'arrived' | 'begun' | 'prepared' | 'failed' | 'interrupted' | 'again';

/** An empty cell: it does not happen in this state. Removing is possible in each, and leaves nothing. */
const TRANSITIONS: Readonly<Record<FilmState, Partial<Record<FilmEvent, FilmState>>>> = {
  uploading: { arrived: 'waiting' },
  waiting: { begun: 'preparing' },
  preparing: { prepared: 'ready', failed: 'failed', interrupted: 'waiting' },
  ready: {},
  failed: { again: 'waiting' },
};

/** `undefined` for an event that does not happen in this state. */
export function nextFilmState(state: FilmState, event: FilmEvent): FilmState | undefined {
  return TRANSITIONS[state][event];
}
