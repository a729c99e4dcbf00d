/** Parts that the interface loads with the first live stream, in one file. */
export { LiveButton } from './live-button.tsx';
export { LiveNotes } from './live-notes.tsx';
