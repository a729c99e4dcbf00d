import { useRef } from 'react';
import { useFirstFocus } from '../attention/use-first-focus.ts';
import { Icon } from '../shared/icon.tsx';
import { useLeaveControl } from '../shared/leave-control.ts';
import { useCommand, useFeature, useSay, useStore } from '../shared/player-context.tsx';
import { pointerKind } from '../touch/pointer-kind.ts';
import { soundOffer } from './offered-sound.ts';

/** Offers the sound of a video that started muted; only an icon once it has been read and while the controls are hidden. */
export function UnmuteButton() {
  const { isOffered, isFamiliar } = useStore(useFeature(soundOffer));
  const leaving = useLeaveControl(isOffered);
  const isCoarse = useStore(useFeature(pointerKind)) === 'coarse';
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus('.first-unmute', button);
  const command = useCommand();
  const say = useSay();
  if (!isOffered) return null;
  return (
    <button
      ref={button}
      type="button"
      className="text-button corner-button unmute"
      data-familiar={isFamiliar || undefined}
      onClick={leaving(() => command({ name: 'unMute', arguments: [] }))}
    >
      <Icon name="muted" />
      <span className="unmute-words">{say(isCoarse ? 'tapToUnmute' : 'unmute')}</span>
    </button>
  );
}
