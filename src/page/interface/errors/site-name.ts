/** What to call the page of a video: its author on the player's own server, which viewers may not know by its host. */
export function siteName(pageUrl: string, author: string, baseAddress: string): string {
  const { host, hostname } = new URL(pageUrl, baseAddress);
  const isOwn = host === new URL(baseAddress).host;
  return isOwn && author !== '' ? author : hostname.replace(/^www\./, '');
}
