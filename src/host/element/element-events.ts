import type { OrielPlayer, PlayerEvents } from '../client/types.ts';
import type { OrielPlayerEventDetails } from './types.ts';

/** Sends an event of the element. */
export type Dispatch = <Name extends keyof OrielPlayerEventDetails>(
  name: Name,
  detail: OrielPlayerEventDetails[Name],
) => void;

/** Events cross shadow trees and bubble, except for `error`, which `window.onerror` would report as a script error. */
export function dispatchFrom(element: HTMLElement): Dispatch {
  return (name, detail) =>
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: name !== 'error', composed: true }));
}

type Forward = { readonly [Name in keyof PlayerEvents]?: (event: PlayerEvents[Name], player: OrielPlayer) => object };

/**
 * Sends `loadstart` in a later task, as media elements do: a page that has just added the element may not listen yet.
 * Returns a function that sends the event at once, for use before another event.
 */
export function loadStart(dispatch: Dispatch, signal: AbortSignal): () => void {
  let isSent = false;
  const send = (): void => {
    if (!isSent && !signal.aborted) dispatch('loadstart', null);
    isSent = true;
  };
  setTimeout(send);
  return send;
}

/** Events of the player that the element has under the same name, with their details. */
const FORWARDED = {
  timeupdate: (event) => event,
  durationchange: (event) => event,
  seeking: (event) => event,
  seeked: (event) => event,
  qualitychange: (event) => event,
  chapterchange: (event) => event,
  pictureinpicturechange: (event) => event,
  remoteplaybackchange: (event) => event,
  volumechange: ({ volume, muted }) => ({ volume: volume / 100, muted }),
  ratechange: ({ rate }) => ({ playbackRate: rate }),
  captionschange: (_, { info }) => info.captions,
} as const satisfies Forward;

/** `timeupdate` needs no message of the frame at this pace, milliseconds. */
const TIME_INTERVAL_MS = 250;

export function forwardEvents(player: OrielPlayer, dispatch: Dispatch): void {
  const send = dispatch as (name: string, detail: object) => void;
  for (const [name, detailOf] of Object.entries(FORWARDED) as [keyof PlayerEvents, (...args: unknown[]) => object][])
    player.on(
      name,
      (event) => send(name, detailOf(event, player)),
      name === 'timeupdate' ? { intervalMs: TIME_INTERVAL_MS } : {},
    );
  player.on('autoplayblocked', () => dispatch('autoplayblocked', null));
  followVideo(player, dispatch);
  followLoading(player, dispatch);
}

export function tellReady(player: OrielPlayer, dispatch: Dispatch): void {
  const { duration } = player.info;
  dispatch('ready', { player });
  dispatch('loadedmetadata', { duration });
  dispatch('durationchange', { duration });
}

function followLoading(player: OrielPlayer, dispatch: Dispatch): void {
  let known = 0;
  const check = (): void => {
    const { loadedFraction } = player.info;
    if (loadedFraction === known) return;
    known = loadedFraction;
    dispatch('progress', null);
  };
  player.on('infochange', check);
  check();
}

/** Dispatches the events of another video: the next of a list, or a video that was cued or loaded. */
function followVideo(player: OrielPlayer, dispatch: Dispatch): void {
  let known = player.info.video.id;
  player.on('infochange', () => {
    const { id: videoId, title } = player.info.video;
    if (videoId === known) return;
    known = videoId;
    dispatch('videochange', { videoId, title });
  });
}
