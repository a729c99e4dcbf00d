import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { HostCommand } from '../../host-messages/host-messages.ts';
import { parseAddress } from '../../platform/parse-address.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { SEEK_LEAP_SECONDS } from '../seek/seek-steps.ts';
import type { PageTools } from '../tools.ts';

export interface SystemControlsOptions extends Pick<PageTools, 'root' | 'afterPaint'> {
  readonly player: Player;
  /** Seeks by this many seconds. */
  readonly leap: (seconds: number) => void;
}

/**
 * Publishes the media session to the system, and handles its controls: media keys, headsets, lock screens. The returned function ends the
 * publishing.
 */
export function followMediaSession({ root, afterPaint, player, leap }: SystemControlsOptions): () => void {
  const session = root.ownerDocument.defaultView?.navigator.mediaSession;
  if (session === undefined) return () => undefined;
  const run = (command: HostCommand): void => void player.execute(command, 'viewer');
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null): void => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // Browsers throw for actions they do not know.
    }
  };
  handle('play', () => run({ name: 'playVideo', arguments: [] }));
  handle('pause', () => run({ name: 'pauseVideo', arguments: [] }));
  handle('stop', () => run({ name: 'stopVideo', arguments: [] }));
  handle('seekbackward', ({ seekOffset }) => leap(-(seekOffset ?? SEEK_LEAP_SECONDS)));
  handle('seekforward', ({ seekOffset }) => leap(seekOffset ?? SEEK_LEAP_SECONDS));
  handle('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) run({ name: 'seekTo', arguments: [seekTime, true] });
  });

  let before: PlayerSnapshot | null = null;
  const follow = (): void => {
    const now = player.getSnapshot();
    if (now.video !== before?.video) session.metadata = metadataOf(now, root.baseURI);
    if (now.state !== before?.state) session.playbackState = playbackStateOf(now);
    if ((now.playlist?.videoIds.length ?? 0) !== (before?.playlist?.videoIds.length ?? 0)) {
      const isList = (now.playlist?.videoIds.length ?? 0) > 1;
      handle('previoustrack', isList ? () => run({ name: 'previousVideo', arguments: [] }) : null);
      handle('nexttrack', isList ? () => run({ name: 'nextVideo', arguments: [] }) : null);
    }
    if (now.position !== before?.position || now.durationSeconds !== before.durationSeconds) tellPosition(session, now);
    before = now;
  };
  follow();
  return player.subscribe(() => afterPaint(follow));
}

function metadataOf({ video }: PlayerSnapshot, baseAddress: string): MediaMetadata | null {
  if (video.title === '') return null;
  const poster = video.posterUrl === null ? undefined : parseAddress(video.posterUrl, baseAddress);
  const artwork = poster === undefined ? [] : [{ src: poster.href }];
  return new MediaMetadata({ title: video.title, artist: video.author, artwork });
}

function playbackStateOf({ state }: PlayerSnapshot): MediaSessionPlaybackState {
  if (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering) return 'playing';
  return state === PLAYER_STATE.paused ? 'paused' : 'none';
}

/** The system computes its clock from these three values; a live stream has no length to show. */
function tellPosition(session: MediaSession, { position, durationSeconds, playbackRate, video }: PlayerSnapshot): void {
  if (video.isLive || durationSeconds <= 0) return session.setPositionState();
  session.setPositionState({
    duration: durationSeconds,
    playbackRate,
    position: Math.min(durationSeconds, Math.max(0, position.seconds)),
  });
}
