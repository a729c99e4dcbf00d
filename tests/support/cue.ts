import type { ActiveCue } from '../../src/page/player/player.ts';

/** A cue that asks for nothing, but for what is given. */
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
