/** The two local names of a machine: a page under one name frames the player from the other name. */
const OTHER_NAME: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };

export interface PlayerOrigin {
  readonly origin: string;
  /** The origin with the path of the player's server. */
  readonly server: string;
  /** Whether the origins of frame and page differ. */
  readonly isForeign: boolean;
}

/** The origin from which this page loads the player. Behind a proxy or a domain, only the page's own origin is available. */
export function playerOrigin({ protocol, hostname, port, origin, pathname }: Location): PlayerOrigin {
  const other = OTHER_NAME[hostname];
  const playersOrigin = other === undefined ? origin : `${protocol}//${other}${port === '' ? '' : `:${port}`}`;
  const basePath = pathname.replace(/\/$/, '');
  return { origin: playersOrigin, server: playersOrigin + basePath, isForeign: other !== undefined };
}

export function describeOrigins(own: string, player: PlayerOrigin): string {
  return player.isForeign
    ? `This page lives on ${own} and frames the player from ${player.origin}. Every button here goes through the host script.`
    : `This page and the player in its frame share the origin ${own}. Open it as localhost or 127.0.0.1 to see two origins.`;
}
