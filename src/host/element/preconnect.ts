/** Opens a connection to a player's server when a press is near; once for each origin in a page. */
export function makePreconnect(document: Document): (address: string) => void {
  const origins = new Set<string>();
  return (address) => {
    const { origin } = new URL(address);
    if (origins.has(origin)) return;
    origins.add(origin);
    const link = document.createElement('link');
    link.rel = 'preconnect';
    link.href = origin;
    document.head.append(link);
  };
}
