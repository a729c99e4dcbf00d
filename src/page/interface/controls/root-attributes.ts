import { PLAYER_STATE, playerStateName } from '../../../../protocol/host/player-state.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';

/**
 * Mirrors the player's state into attributes of the root, which the stylesheet of the first paint uses. So the page is correct before
 * React has loaded, and needs no render afterwards.
 */
export function mirrorToRoot(root: HTMLElement, player: Player): () => void {
  const media = root.querySelector<HTMLElement>('.media');
  let shownVideoId: string | null = null;
  const apply = (): void => {
    const { state, error, video }: PlayerSnapshot = player.getSnapshot();
    const isPlaying = state === PLAYER_STATE.playing;
    if (isPlaying) shownVideoId = video.videoId;
    const isCued = state === PLAYER_STATE.cued;
    if (isCued) shownVideoId = null;
    setAttribute(root, 'data-state', playerStateName(state));
    toggle(root, 'data-error', error !== null);
    // The poster stays until a frame replaces it.
    const isShown = shownVideoId !== null && shownVideoId === video.videoId;
    toggle(root, 'data-shown', isShown);
    // Without a poster there is only black, so a wait shows at once.
    toggle(root, 'data-bare', state === PLAYER_STATE.buffering && !isShown && !hasPoster(root));
    // Without a source, browsers name the element 'Unable to play media.', whatever its label.
    if (media !== null) setAttribute(media, 'aria-hidden', String(!isShown || error !== null));
    toggle(root, 'data-started', !isCued && state !== PLAYER_STATE.unstarted);
    toggle(root, 'data-waiting', false);
    // The page's own start has ended (inline-boot.ts).
    if (isPlaying || isCued || error !== null) toggle(root, 'data-starting', false);
  };
  apply();
  return player.subscribe(apply);
}

/** Whether the poster has loaded. */
function hasPoster(root: HTMLElement): boolean {
  return (root.querySelector<HTMLImageElement>('.poster img')?.naturalWidth ?? 0) > 0;
}

function toggle(root: HTMLElement, name: string, on: boolean): void {
  if (root.hasAttribute(name) !== on) root.toggleAttribute(name, on);
}

function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
