import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { chooseEncoding } from './content-encoding.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const MADE_HERE = /^(?:text\/html|application\/json|text\/xml)\b/;
const WORTH_COMPRESSING_BYTES = 1_000;
/** A compromise of speed and size: these responses are made for each request. */
const BROTLI_QUALITY = 4;

/** Compresses pages and data made for one request. Files are compressed separately (`files/file-response.ts`). */
export function compressResponses(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers, status } = context.res;
    if (headers.has('ETag') || !MADE_HERE.test(headers.get('Content-Type') ?? '')) return;
    headers.append('Vary', 'Accept-Encoding');
    const encoding = chooseEncoding(context.req.header('Accept-Encoding') ?? null);
    if (encoding === undefined || context.req.method === 'HEAD') return;
    const bytes = new Uint8Array(await context.res.clone().arrayBuffer());
    if (bytes.byteLength < WORTH_COMPRESSING_BYTES) return;
    const packed =
      encoding === 'br'
        ? await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
        : await gzipAsync(bytes);
    const packedHeaders = new Headers(headers);
    packedHeaders.set('Content-Encoding', encoding);
    packedHeaders.delete('Content-Length');
    context.res = undefined;
    context.res = new Response(new Uint8Array(packed), { status, headers: packedHeaders });
  };
}
