import type { HostCommand } from '../../host-messages/host-messages.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

/** The command of 'Previous' on the first video of a list. */
export const FROM_ITS_START: HostCommand = { name: 'seekTo', arguments: [0, true] };

type ListSource = Pick<PlayerSnapshot, 'playlist' | 'loop'>;

/** Whether no video precedes the present video; a list that loops has no ends. */
export const isAtStart = ({ playlist, loop }: ListSource): boolean => playlist?.index === 0 && !loop;

export const isAtEnd = ({ playlist, loop }: ListSource): boolean =>
  playlist !== null && playlist.index + 1 >= playlist.videoIds.length && !loop;
