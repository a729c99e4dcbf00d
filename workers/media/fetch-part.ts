import { isPart, partRequest } from '../../protocol/runtime/media/media-playlist.ts';

/** Requests a part of a stream, by its address. A response without that part is an error with its status. */
export async function fetchPart(fetcher: typeof fetch, address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetcher(address, { ...init, ...partRequest(address) });
  if (!isPart(address, response)) throw new Error(String(response.status));
  return response;
}
