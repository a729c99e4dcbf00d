import type { Wish } from '../model/wish.ts';
import { VIDEOS } from './videos.ts';
import type { Intent, Script } from './script.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface Situation {
  readonly wish: Wish;
  readonly kind: Script['kind'];
  /** The player has come to rest before: its controls are shown, and the host has received its state. */
  readonly hasRested: boolean;
  /** The viewer has pressed on the bar, which handles the arrow keys from then on. */
  readonly hasPressedBar: boolean;
  /** The script changes the video. The next video would keep a speed that the viewer chose (S9). */
  readonly changesVideo: boolean;
}

type Choice = readonly [weight: number, make: (random: SeededRandom) => Intent];

const key = (name: string): Intent => ({ by: 'key', key: name });
const host = (func: string, ...args: readonly unknown[]): Intent => ({ by: 'host', func, args });
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** All requests that are possible now. A toggle in an uncertain state is rare, since the host then has to overrule it. */
export function choicesOf(situation: Situation): readonly Choice[] {
  const { kind } = situation;
  return [
    ...playbackChoices(situation),
    ...(kind === 'live' ? liveSeeks(situation) : videoSeeks(situation)),
    ...soundChoices(situation),
    ...(kind === 'live' ? [] : rateChoices(situation)),
    ...(situation.wish.video.hasCaptions ? captionChoices(situation) : []),
    ...(situation.changesVideo ? videoChoices(situation) : []),
  ];
}

function playbackChoices({ wish, hasRested, hasPressedBar }: Situation): Choice[] {
  const isCued = wish.playback === 'cued';
  const canToggle = wish.isSettled && wish.playback !== 'unknown';
  return [
    [2, () => host('playVideo')],
    [3, () => host('pauseVideo')],
    [0.4, () => host('stopVideo')],
    [canToggle ? 2 : 0.2, () => key('k')],
    [canToggle ? 1.5 : 0, () => ({ by: 'pointer', on: 'picture' })],
    [isCued && wish.isSettled && !hasRested && !hasPressedBar ? 3 : 0, () => ({ by: 'pointer', on: 'big-play' })],
    [canToggle && hasRested && !isCued ? 1 : 0, () => ({ by: 'pointer', on: 'play-button' })],
  ];
}

function videoSeeks({ wish: { video, place, playback } }: Situation): Choice[] {
  const { lengthSeconds } = video;
  const hasBar = playback === 'playing' || playback === 'paused';
  const fits = (by: number): boolean => place.high + by < lengthSeconds * 0.7;
  return [
    [3, (random) => key(String(random.whole(1, 6)))],
    [0.5, () => key('Home')],
    [fits(5) ? 1.2 : 0, () => key('ArrowRight')],
    [0.8, () => key('ArrowLeft')],
    [fits(10) ? 1.2 : 0, () => key('l')],
    [0.5, () => key('j')],
    [3, (random) => host('seekTo', tenths(random.between(0.05, 0.6) * lengthSeconds), true)],
    [hasBar ? 2 : 0, (random) => ({ by: 'pointer', on: 'bar', share: random.between(0.05, 0.6) })],
  ];
}

/** A cued stream has no window yet in which keys could seek. */
function liveSeeks({ wish: { place, playback }, hasRested }: Situation): Choice[] {
  if (playback === 'cued') return [];
  return [
    [3, (random) => key(String(random.whole(2, 7)))],
    [place.from === 'edge' && place.low > 20 ? 1 : 0, () => key('l')],
    [1, () => key('j')],
    [1.5, (random) => ({ by: 'pointer', on: 'bar', share: random.between(0.2, 0.7) })],
    [
      hasRested ? 2 : 0,
      (random) => ({ by: 'host', func: 'seekTo', behindLiveSeconds: Math.round(random.between(25, 60)) }),
    ],
  ];
}

function soundChoices({ hasPressedBar }: Situation): Choice[] {
  return [
    [1, (random) => host('setVolume', random.whole(5, 95))],
    [0.6, () => host('mute')],
    [0.6, () => host('unMute')],
    [0.7, () => key('m')],
    [hasPressedBar ? 0 : 0.6, (random) => key(random.pick(['ArrowUp', 'ArrowDown']))],
  ];
}

function rateChoices({ changesVideo }: Situation): Choice[] {
  return [
    [1.2, (random) => host('setPlaybackRate', random.pick([0.5, 0.75, 1, 1.25, 1.5]))],
    [changesVideo ? 0 : 0.7, (random) => key(random.pick(['<', '>']))],
  ];
}

function captionChoices({ changesVideo }: Situation): Choice[] {
  return [
    [0.5, () => host('loadModule', 'captions')],
    [0.4, () => host('unloadModule', 'captions')],
    [changesVideo ? 0 : 0.7, () => key('c')],
  ];
}

function videoChoices({ wish, kind }: Situation): Choice[] {
  const load = (random: SeededRandom, func: string): Intent => {
    const { videoId, lengthSeconds } = random.pick([VIDEOS.hls, VIDEOS.file, VIDEOS.hls, VIDEOS.sphere]);
    const startSeconds = tenths(random.between(0.1, 0.4) * lengthSeconds);
    return random.chance(0.75) ? host(func, { videoId, startSeconds }) : host(func, videoId);
  };
  const { list } = wish;
  const hasNext = list !== null && list.index + 1 < list.videoIds.length;
  return [
    [kind === 'list' ? 0.7 : 2, (random) => load(random, 'loadVideoById')],
    [0.7, (random) => load(random, 'cueVideoById')],
    [hasNext ? 2 : 0, () => host('nextVideo')],
    [hasNext ? 2 : 0, () => key('Shift+N')],
    [list === null ? 0 : 0.7, () => host('previousVideo')],
    [list === null ? 0 : 0.7, () => key('Shift+P')],
    [list === null ? 0 : 0.7, (random) => host('playVideoAt', random.whole(0, (list?.videoIds.length ?? 1) - 1))],
    [kind === 'list' ? 0.5 : 0, (random) => host('loadPlaylist', ownList(random), random.whole(0, 2))],
  ];
}

/** Videos for `loadPlaylist`; a list may contain the same video more than once. */
function ownList(random: SeededRandom): readonly string[] {
  const { hls, file } = VIDEOS;
  return random.pick([
    [hls.videoId, file.videoId, hls.videoId],
    [file.videoId, hls.videoId, VIDEOS.sphere.videoId],
    [hls.videoId, hls.videoId, file.videoId],
  ]);
}
