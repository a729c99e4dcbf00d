import { useState } from 'react';
import type { PlayerSnapshot } from '../../player/player.ts';
import { usePlayerState } from '../shared/player-context.tsx';

/** Playback alone changes what a slider with the focus says of itself this often. Our choice. */
const HELD_SECONDS = 30;

interface Held {
  readonly text: string;
  readonly seconds: number;
  readonly position: PlayerSnapshot['position'];
  readonly isAtLiveHead: boolean;
}

/**
 * Text of the slider for the position `seconds`. A screen reader speaks each change of a slider that has the focus, so
 * there the text follows viewer and host at once, and playback seldom.
 */
export function useHeldText(text: string, seconds: number, isHeld: boolean): string {
  const position = usePlayerState((snapshot) => snapshot.position);
  const isAtLiveHead = usePlayerState((snapshot) => snapshot.isAtLiveHead);
  const [held, hold] = useState<Held | null>(null);
  if (!isHeld) {
    if (held !== null) hold(null);
    return text;
  }
  const isUnchanged = held?.position === position && held.isAtLiveHead === isAtLiveHead;
  if (isUnchanged && Math.abs(seconds - held.seconds) < HELD_SECONDS) return held.text;
  hold({ text, seconds, position, isAtLiveHead });
  return text;
}
