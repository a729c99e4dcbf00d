import { request } from 'node:http';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A request with exactly these headers: `fetch` sets `Host` itself. */
export function rawRequest(
  address: { readonly host?: string; readonly port: number; readonly path: string; readonly method?: string },
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...address, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
