import * as z from 'zod/mini';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { VideoOptions } from '../../../protocol/host/video-options.ts';
import type { PlayerSnapshot } from '../player/player.ts';

/** The player's position and video, for the page that replaces this one. */
const Place = z.object({ options: VideoOptions, how: z.enum(['load', 'cue']), muted: z.boolean() });
export type Place = z.infer<typeof Place>;

export function placeOf(
  { video, playlist, position, state, error, muted }: PlayerSnapshot,
  { currentTime }: Pick<HTMLMediaElement, 'currentTime'>,
): Place {
  const { videoId, endSeconds, isLive } = video;
  // After the reload playback may succeed, if it failed because a part of the page was missing.
  const isWanted = error !== null || state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
  return {
    options: {
      ...(playlist === null ? { videoId } : { list: playlist.listId ?? [...playlist.videoIds], index: playlist.index }),
      // A live stream continues at its present position.
      ...(isLive ? {} : { startSeconds: currentTime || position.seconds }),
      ...(endSeconds === null ? {} : { endSeconds }),
    },
    how: isWanted ? 'load' : 'cue',
    muted,
  };
}

/** Place that the previous page, of another build, has stored. */
export function readPlace(left: unknown): Place | null {
  return Place.safeParse(left).data ?? null;
}
