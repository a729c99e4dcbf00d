import { addressOf } from '../host-origin.ts';

/** Details of a video that are shown before its player exists. */
export interface VideoCard {
  readonly title: string;
  /** Address of the poster; empty without a poster. */
  readonly posterUrl: string;
}

const NO_CARD: VideoCard = { title: '', posterUrl: '' };

/**
 * Requests title and poster from the provider's oEmbed. A server without oEmbed (files of a static host), and a page whose policy
 * does not allow the request, get a plain card.
 *
 * @param server Origin of the player, with the path of its server.
 */
export async function loadVideoCard(
  server: string,
  { videoId, listId }: { readonly videoId: string; readonly listId: string },
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<VideoCard> {
  const list = listId === '' ? '' : `?list=${encodeURIComponent(listId)}`;
  const page = `${server}/embed/${videoId || 'videoseries'}${list}`;
  try {
    const response = await fetch(`${server}/oembed?url=${encodeURIComponent(page)}`, { signal, credentials: 'omit' });
    return response.ok ? readCard(await response.json()) : NO_CARD;
  } catch {
    return NO_CARD;
  }
}

function readCard(response: unknown): VideoCard {
  const { title, thumbnail_url: address } = (response ?? {}) as Readonly<Record<string, unknown>>;
  const isPicture = typeof address === 'string' && /^https?:\/\//.test(address) && addressOf(address) !== undefined;
  return { title: typeof title === 'string' ? title : '', posterUrl: isPicture ? address : '' };
}
