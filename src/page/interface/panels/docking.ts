import { useMedia } from '../shared/use-media.ts';

/** A frame with room for a panel beside the picture. Lower frames have no room between the title and the bar. */
const ROOM = '(min-width: 640px) and (min-height: 256px)';

export function hasRoomBeside(root: HTMLElement): boolean {
  return root.ownerDocument.defaultView?.matchMedia(ROOM).matches === true;
}

/** Whether there is room to dock a panel; follows the size of the frame. */
export const useRoomBeside = (): boolean => useMedia(ROOM);
