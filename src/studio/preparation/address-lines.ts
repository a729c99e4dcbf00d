/** Placeholder for the public address, which settings need not name. */
const UNKNOWN_ADDRESS = 'https://YOUR.SERVER';

/**
 * Where an added video is watched, and the code for a page.
 *
 * @param publicAddress Public origin of the server with its path prefix, if the settings name it.
 */
export function addressLines(videoId: string, publicAddress: string | undefined): string[] {
  const page = `${publicAddress ?? UNKNOWN_ADDRESS}/embed/${videoId}`;
  const place = publicAddress === undefined ? `/embed/${videoId} of your server` : page;
  return [
    `Watch it at ${place}; a running server shows it within seconds (else: npm start).`,
    `In a page: <iframe src="${page}" allow="autoplay; fullscreen"></iframe>`,
  ];
}
