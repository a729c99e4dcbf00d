import type { EarlyInput, EarlyInputDependencies } from './early-input-record.ts';

/**
 * Before the module has loaded, the whole player is one button, which plays and pauses as the picture does later. A tap
 * only plays: later taps do not pause, because a viewer who taps again is waiting for playback.
 */
export function recordPresses(
  {
    root,
    media,
    isUnreached,
    startPlaying,
  }: Pick<EarlyInputDependencies, 'root' | 'media' | 'isUnreached' | 'startPlaying'>,
  input: EarlyInput,
  signal: AbortSignal,
): void {
  input.press = ({
    timeStamp,
    pointerType,
    detail,
  }: Event & Partial<Pick<PointerEvent, 'pointerType' | 'detail'>>): void => {
    // The second press of a double click, whose first has started the video.
    if (detail === 2 && input.lastPress?.plays === true) return;
    const plays = media.paused || isUnreached();
    const isTap = pointerType === 'touch';
    if (!plays && isTap) return;
    input.lastPress = { timeStamp, plays, isTap };
    root.toggleAttribute('data-waiting', plays);
    if (plays) startPlaying();
    else media.pause();
  };
  root.addEventListener('pointerdown', (event) => event.isPrimary && (input.down = event), { signal });
  for (const type of ['pointerup', 'pointercancel'] as const)
    root.addEventListener(type, () => (input.down = null), { signal });
  // A link beside the title opens its page and plays nothing, and 'More' opens a menu (first-more.ts).
  root.addEventListener(
    'click',
    (event) => (event.target as Element).closest('a,details') === null && input.press(event),
    { signal },
  );
}
