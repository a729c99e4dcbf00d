import type { ActiveCue } from '../../src/page/player/player.ts';

/** A cue with default settings, except the given ones. */
export function cueOf(changes: Partial<ActiveCue> = {}): ActiveCue {
  return {
    text: 'Hello',
    line: 'auto',
    lineAlign: 'start',
    snapToLines: true,
    position: 'auto',
    positionAlign: 'auto',
    size: 100,
    align: 'center',
    vertical: '',
    getCueAsHTML: () => {
      throw new Error('no document here');
    },
    ...changes,
  };
}
