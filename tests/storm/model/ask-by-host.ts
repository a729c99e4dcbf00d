import { goBy, goTo, pause, seekToSeconds, show, start, stop, type Moment } from './change.ts';
import type { Wish } from './wish.ts';

type Response = (wish: Wish, args: readonly unknown[], moment: Moment) => Wish;

const REPLIES: Readonly<Record<string, Response>> = {
  playVideo: (wish) => start(wish),
  pauseVideo: (wish, _, moment) => pause(wish, moment),
  stopVideo: (wish) => stop(wish),
  seekTo: (wish, [seconds]) => seekToSeconds(wish, Number(seconds)),
  loadVideoById: (wish, args) => showById(wish, args, 'playing'),
  cueVideoById: (wish, args) => showById(wish, args, 'cued'),
  loadPlaylist: (wish, [videoIds, index]) =>
    goTo({ ...wish, list: { videoIds: textsOf(videoIds), index: 0 } }, Number(index ?? 0)),
  nextVideo: (wish) => goBy(wish, 1),
  previousVideo: (wish) => goBy(wish, -1),
  playVideoAt: (wish, [index]) => goTo(wish, Number(index)),
  setPlaybackRate: (wish, [rate]) => ({ ...wish, rate: Number(rate) }),
  setVolume: (wish, [volume]) => ({ ...wish, volume: Number(volume) }),
  mute: (wish) => ({ ...wish, muted: true }),
  unMute: (wish) => ({ ...wish, muted: false }),
  loadModule: (wish) => ({ ...wish, captions: 'on' }),
  unloadModule: (wish) => ({ ...wish, captions: 'off' }),
  addEventListener: (wish) => wish,
};

export function askByHost(wish: Wish, func: string, args: readonly unknown[], moment: Moment): Wish {
  const response = REPLIES[func];
  if (response === undefined) throw new Error(`the model has no command ${func}`);
  return response(wish, args, moment);
}

/** The arguments are positional, or one object. */
function showById(wish: Wish, [first, second]: readonly unknown[], playback: 'playing' | 'cued'): Wish {
  const { videoId, startSeconds = 0 } = isRecord(first) ? first : { videoId: first, startSeconds: second };
  return { ...show(wish, String(videoId), Number(startSeconds), playback), list: null };
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
