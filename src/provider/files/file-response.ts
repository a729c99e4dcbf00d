import { OPEN_TO_ALL } from '../http/responses.ts';
import { readByteRange } from './byte-range.ts';
import { chooseEncoding, type FileCompressor } from './content-encoding.ts';
import type { ServedFile } from './file-folder.ts';
import { headerList } from '../http/inputs/header-list.ts';
import { INPUT_BOUNDS } from '../http/inputs/input-bounds.ts';

export interface FileResponseOptions {
  readonly cacheControl: string;
  readonly compressor: FileCompressor;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file as a response: not modified, a range, compressed, or whole. A HEAD request reads no file. */
export async function fileResponse(
  request: Request,
  file: ServedFile,
  options: FileResponseOptions,
): Promise<Response> {
  const headers: Record<string, string> = {
    ...OPEN_TO_ALL,
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
    'Timing-Allow-Origin': '*',
    'Cache-Control': options.cacheControl,
    'Content-Type': file.contentType,
    /** Weak for files compressed on the fly: the same text, not the same bytes. */
    ETag: file.compressible ? `W/${file.etag}` : file.etag,
    ...options.headers,
  };
  if (file.compressible) headers['Vary'] = 'Accept-Encoding';
  else headers['Accept-Ranges'] = 'bytes';

  if (matches(request.headers.get('If-None-Match'), file.etag)) return new Response(null, { status: 304, headers });
  return file.compressible
    ? textFileResponse(request, file, headers, options)
    : byteFileResponse(request, file, headers);
}

async function textFileResponse(
  request: Request,
  file: ServedFile,
  headers: Record<string, string>,
  { compressor }: FileResponseOptions,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { headers });
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding'));
  const packed =
    encoding && ((await file.packed(encoding)) ?? (await compressor.compress(file.key, encoding, await file.bytes())));
  if (!encoding || packed === undefined) return new Response(await file.bytes(), { headers });
  return new Response(packed, { headers: { ...headers, 'Content-Encoding': encoding } });
}

async function byteFileResponse(
  request: Request,
  file: ServedFile,
  headers: Record<string, string>,
): Promise<Response> {
  const ifRange = request.headers.get('If-Range');
  const wanted = ifRange === null || ifRange === file.etag ? request.headers.get('Range') : null;
  const range = readByteRange(wanted, file.sizeBytes);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.sizeBytes}` } });
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 };
  const body = file.sizeBytes === 0 || request.method === 'HEAD' ? null : await file.part(first, last);
  const length = { 'Content-Length': String(last - first + 1) };
  if (range === undefined) return new Response(body, { headers: { ...headers, ...length } });
  const contentRange = `bytes ${first}-${last}/${file.sizeBytes}`;
  return new Response(body, { status: 206, headers: { ...headers, ...length, 'Content-Range': contentRange } });
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (
    ifNoneMatch !== null &&
    (ifNoneMatch.trim() === '*' || headerList(ifNoneMatch, ',', INPUT_BOUNDS.etags).some((tag) => weak(tag) === etag))
  );
}
