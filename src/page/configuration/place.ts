import * as z from 'zod/mini';
import { PLAYER_STATE } from '../../../protocol/host/player-info.ts';
import { VideoOptions } from '../../../protocol/host/video-options.ts';
import type { PlayerSnapshot } from '../player/player.ts';

/** Where a player is, for the page that takes its place. */
const Place = z.object({ options: VideoOptions, how: z.enum(['load', 'cue']), muted: z.boolean() });
export type Place = z.infer<typeof Place>;

export function placeOf(
  { video, playlist, position, state, muted }: PlayerSnapshot,
  { currentTime }: Pick<HTMLMediaElement, 'currentTime'>,
): Place {
  const { videoId, endSeconds, isLive } = video;
  return {
    options: {
      ...(playlist === null ? { videoId } : { list: playlist.listId ?? [...playlist.videoIds], index: playlist.index }),
      /** What is live goes on where it is by then. */
      ...(isLive ? {} : { startSeconds: currentTime || position.seconds }),
      ...(endSeconds === null ? {} : { endSeconds }),
    },
    how: state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering ? 'load' : 'cue',
    muted,
  };
}

/** What the page before has left, which was of another build. */
export function readPlace(left: unknown): Place | null {
  return Place.safeParse(left).data ?? null;
}
