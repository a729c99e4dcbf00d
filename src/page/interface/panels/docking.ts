import { useCallback, useSyncExternalStore } from 'react';
import { usePage } from '../shared/player-context.tsx';

/** A frame with room for a panel beside the picture. Lower ones have none between the title and the bar. */
const ROOM = '(min-width: 640px) and (min-height: 256px)';

export function hasRoomBeside(root: HTMLElement): boolean {
  return roomOf(root)?.matches === true;
}

/** Whether panels that can be docked are; follows the size of the frame. */
export function useRoomBeside(): boolean {
  const { root } = usePage();
  const subscribe = useCallback(
    (listener: () => void) => {
      const room = roomOf(root);
      room?.addEventListener('change', listener);
      return () => room?.removeEventListener('change', listener);
    },
    [root],
  );
  return useSyncExternalStore(subscribe, () => hasRoomBeside(root));
}

const roomOf = (root: HTMLElement): MediaQueryList | undefined => root.ownerDocument.defaultView?.matchMedia(ROOM);
