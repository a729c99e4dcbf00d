/** Name of the site that has the page of a video: its host name, or the author if the host is the player's own server. */
export function siteName(pageUrl: string, author: string, baseAddress: string): string {
  const { host, hostname } = new URL(pageUrl, baseAddress);
  const isOwn = host === new URL(baseAddress).host;
  return isOwn && author !== '' ? author : hostname.replace(/^www\./, '');
}
