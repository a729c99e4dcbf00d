import type { Kind } from './combination.ts';
import { FILMS, PLAYLIST, type Film } from './films.ts';
import type { StartPage } from './script.ts';
import type { SeededRandom } from './seeded-random.ts';

type MakePage = (random: SeededRandom, muted: boolean) => StartPage;

const either =
  (film: Film): MakePage =>
  (random, muted) =>
    filmPage(film, random.chance(0.6), muted);

const PAGES: Readonly<Record<Kind, MakePage>> = {
  'head-start': (_, muted) => filmPage(FILMS.hls, true, muted),
  cued: (_, muted) => filmPage(FILMS.hls, false, muted),
  dependent: either(FILMS.dependent),
  file: either(FILMS.file),
  list: (random, muted) => listPage(random.chance(0.7), muted),
  live: either(FILMS.live),
  sphere: either(FILMS.sphere),
};

/** Where a trial of a kind begins. */
export function startPageOf(kind: Kind, random: SeededRandom): StartPage {
  return PAGES[kind](random, kind === 'head-start' || random.chance(0.5));
}

function filmPage(film: Film, autoplay: boolean, muted: boolean): StartPage {
  return { path: `/embed/${film.videoId}?${query(autoplay, muted)}`, film, listIds: null, autoplay, muted };
}

function listPage(autoplay: boolean, muted: boolean): StartPage {
  const path = `/embed/videoseries?list=${PLAYLIST.id}&${query(autoplay, muted)}`;
  return { path, film: FILMS.hls, listIds: PLAYLIST.videoIds, autoplay, muted };
}

function query(autoplay: boolean, muted: boolean): string {
  return `enablejsapi=1${autoplay ? '&autoplay=1' : ''}${muted ? '&mute=1' : ''}`;
}
