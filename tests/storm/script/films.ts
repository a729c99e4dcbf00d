/** What the catalog of the storm has, as far as the model has to know it. */
export interface Film {
  readonly videoId: string;
  /** `Infinity` where it is live. */
  readonly lengthSeconds: number;
  readonly hasCaptions: boolean;
}

const FILM_SECONDS = 28;
const SPHERE_SECONDS = 10;

export const FILMS = {
  hls: { videoId: 'orieldemo01', lengthSeconds: FILM_SECONDS, hasCaptions: true },
  /** The same pictures; its playlists do not say that segments stand for themselves. */
  dependent: { videoId: 'orieldepend', lengthSeconds: FILM_SECONDS, hasCaptions: false },
  file: { videoId: 'orielmp4001', lengthSeconds: FILM_SECONDS, hasCaptions: true },
  live: { videoId: 'oriellive01', lengthSeconds: Infinity, hasCaptions: false },
  sphere: { videoId: 'orielsphere', lengthSeconds: SPHERE_SECONDS, hasCaptions: false },
} as const satisfies Record<string, Film>;

export const PLAYLIST = {
  id: 'PLorieldemolist001',
  videoIds: [FILMS.hls.videoId, FILMS.file.videoId, FILMS.sphere.videoId],
} as const;

export function filmOf(videoId: string): Film {
  const film = Object.values<Film>(FILMS).find((one) => one.videoId === videoId);
  if (film === undefined) throw new Error(`no film ${videoId} in the catalog of the storm`);
  return film;
}
