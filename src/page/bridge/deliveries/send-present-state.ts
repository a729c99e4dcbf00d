import type { PlayerEventName } from '../../host-messages/host-messages.ts';
import { hasNotPlayed, PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../player/player.ts';
import type { HostListener } from '../listeners/host-listener.ts';

/**
 * Sends a late listener the event of this name if it describes the present state: playback, a refused autoplay, full screen,
 * picture-in-picture, a receiver, or captions. Each event is sent once, as if it happened now.
 */
export function sendPresentState(listener: HostListener, name: PlayerEventName, snapshot: PlayerSnapshot): void {
  if (!listener.isWelcomed || !listener.subscriptions.has(name)) return;
  const { state, autoplayBlocked, muted, video, fullscreen, pictureInPicture, remotePlayback } = snapshot;
  if (name === 'onStateChange' && !hasNotPlayed(state)) listener.send(name, state);
  // The event is not sent once the viewer has pressed play and hears the video.
  const isRefused = autoplayBlocked && (muted || state === PLAYER_STATE.cued);
  if (name === 'onAutoplayBlocked' && isRefused) listener.send(name, null);
  if (name === 'onFullscreenChange' && fullscreen) listener.send(name, true);
  if (name === 'onPictureInPictureChange' && pictureInPicture) listener.send(name, true);
  if (name === 'onRemotePlaybackChange' && remotePlayback) listener.send(name, true);
  if (name === 'onApiChange' && video.isPlayable) listener.send(name, null);
}
