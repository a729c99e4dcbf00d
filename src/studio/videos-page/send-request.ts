import { refusalReason } from '../../provider/operator-page-parts/refusal-reason.ts';

/** Sends a request that changes data. A refused request throws an error with the reason. */
export async function sendRequest(
  fetcher: typeof fetch,
  method: string,
  address: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetcher(address, { ...init, method }).catch(() => {
    throw new Error('The server is not responding. Try again.');
  });
  if (response.ok) return response;
  // The refusal is a JSON problem of the provider, or a line of text.
  const text = await response.text();
  throw new Error((refusalReason(text) ?? text.trim()) || `The server refuses it (${response.status}).`);
}
