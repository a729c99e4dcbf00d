/** Start of each database's name; the escaped user identifier follows. */
export const LOG_DATABASE_PREFIX = 'oriel-logs.';
export const CONFIG_DATABASE_PREFIX = 'oriel-config.';
/** Start of the keys of the journal of events, in local storage. */
export const JOURNAL_PREFIX = 'oriel.journal.';
/** Start of the keys of entries with a lifetime, also in local storage. */
export const ENTRY_PREFIX = 'oriel.entry.';
/** Entry of positions at which the viewer left videos. */
export const POSITIONS_ENTRY = 'positions';
/** Entry that exists while the viewer has turned single-key shortcuts off. */
export const SINGLE_KEYS_ENTRY = 'single-keys';
/** Entry that exists while the clock counts down to the end. */
export const TIME_LEFT_ENTRY = 'time-left';
/** Entry of volume boost and stable volume. */
export const SOUND_ENTRY = 'sound';
/** Reason for which a page stores nothing more once its viewer has erased stored data. */
export const ERASED_BY_VIEWER = 'erased by the viewer';
