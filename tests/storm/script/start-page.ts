import type { Kind } from './combination.ts';
import { VIDEOS, PLAYLIST, type Video } from './videos.ts';
import type { StartPage } from './script.ts';
import type { SeededRandom } from './seeded-random.ts';

type MakePage = (random: SeededRandom, muted: boolean) => StartPage;

const either =
  (video: Video): MakePage =>
  (random, muted) =>
    videoPage(video, random.chance(0.6), muted);

const PAGES: Readonly<Record<Kind, MakePage>> = {
  'head-start': (_, muted) => videoPage(VIDEOS.hls, true, muted),
  cued: (_, muted) => videoPage(VIDEOS.hls, false, muted),
  dependent: either(VIDEOS.dependent),
  file: either(VIDEOS.file),
  list: (random, muted) => listPage(random.chance(0.7), muted),
  live: either(VIDEOS.live),
  sphere: either(VIDEOS.sphere),
};

/** The embed page that a trial of this kind opens. */
export function startPageOf(kind: Kind, random: SeededRandom): StartPage {
  return PAGES[kind](random, kind === 'head-start' || random.chance(0.5));
}

function videoPage(video: Video, autoplay: boolean, muted: boolean): StartPage {
  return { path: `/embed/${video.videoId}?${query(autoplay, muted)}`, video, listIds: null, autoplay, muted };
}

function listPage(autoplay: boolean, muted: boolean): StartPage {
  const path = `/embed/videoseries?list=${PLAYLIST.id}&${query(autoplay, muted)}`;
  return { path, video: VIDEOS.hls, listIds: PLAYLIST.videoIds, autoplay, muted };
}

function query(autoplay: boolean, muted: boolean): string {
  return `enablejsapi=1${autoplay ? '&autoplay=1' : ''}${muted ? '&mute=1' : ''}`;
}
