import type { EarlyInput, EarlyInputDependencies } from './early-input.ts';

export interface EarlyPress {
  /** As an event has it. */
  readonly timeStamp: number;
  readonly plays: boolean;
}

/**
 * Before the module everything in the player is one button, which plays and pauses as the picture does later. A tap only plays:
 * later ones do not pause either, and a viewer who taps twice is one who waits.
 */
export function recordPresses(
  { root, media, startPlaying }: Pick<EarlyInputDependencies, 'root' | 'media' | 'startPlaying'>,
  input: EarlyInput,
  signal: AbortSignal,
): void {
  input.press = ({ timeStamp, pointerType }: Event & { readonly pointerType?: string }): void => {
    const plays = media.paused;
    if (!plays && pointerType === 'touch') return;
    input.lastPress = { timeStamp, plays };
    root.toggleAttribute('data-waiting', plays);
    if (plays) startPlaying();
    else media.pause();
  };
  root.addEventListener('click', (event) => input.press(event), { signal });
}
