import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Limits } from '../settings/limits.ts';
import type { BodyLease } from './limits/body-budget.ts';
import { Turns } from '../../../protocol/runtime/turns.ts';
import { refuse, type Accepted, type Refusal } from './refusal.ts';

export interface ReadBody {
  readonly text: string;
  /** Size on the wire, and after decompression. */
  readonly wireBytes: number;
  readonly rawBytes: number;
  readonly encoding: 'gzip' | 'identity';
}

/** Beacons have text/plain, which needs no preflight; some clients send no type at all. */
const ACCEPTED_TYPES = new Set(['', 'application/json', 'text/plain']);
const gunzipAsync = promisify(gunzip);
const decoder = new TextDecoder('utf-8', { fatal: true });

export type BodyLimits = Pick<Limits, 'bodyMaxBytes' | 'unpackedBodyMaxBytes'>;

/** Decompression runs on Node's thread pool; more at once would only use more memory. */
const unpacking = new Turns(4);

/** Reads a JSON body of a call: bounded before and after decompression, and valid UTF-8. */
export async function readJsonBody(
  request: Request,
  limits: BodyLimits,
  lease?: BodyLease,
): Promise<Accepted<ReadBody>> {
  return decodeRead(request, limits, await readJsonBytes(request, limits, lease));
}

/** Reads a JSON body, still compressed. */
export async function readJsonBytes(
  request: Request,
  limits: BodyLimits,
  lease?: BodyLease,
): Promise<Accepted<Uint8Array>> {
  const type = mediaType(request);
  if (!ACCEPTED_TYPES.has(type))
    return refuse(415, `Content-Type ${type} is not read here. Send application/json or text/plain.`);
  return readBytes(request, limits, lease);
}

/** The bytes of a body that need not be text, unpacked. */
export async function readPlainBytes(
  request: Request,
  limits: BodyLimits,
  lease?: BodyLease,
): Promise<Accepted<Uint8Array>> {
  const bytes = await readBytes(request, limits, lease);
  return bytes.ok ? unpackBody(bytes.value, request.headers.get('Content-Encoding'), limits) : bytes;
}

export async function readTextBody(
  request: Request,
  limits: BodyLimits,
  lease?: BodyLease,
): Promise<Accepted<ReadBody>> {
  return decodeRead(request, limits, await readBytes(request, limits, lease));
}

async function decodeRead(
  request: Request,
  limits: BodyLimits,
  bytes: Accepted<Uint8Array>,
): Promise<Accepted<ReadBody>> {
  return bytes.ok ? decodeBody(bytes.value, request.headers.get('Content-Encoding'), limits) : bytes;
}

/** Bytes of a body as text. */
export async function decodeBody(
  bytes: Uint8Array,
  contentEncoding: string | null,
  limits: BodyLimits,
): Promise<Accepted<ReadBody>> {
  const raw = await unpackBody(bytes, contentEncoding, limits);
  if (!raw.ok) return raw;
  try {
    const text = decoder.decode(raw.value);
    const encoding = isPacked(bytes) ? 'gzip' : 'identity';
    return { ok: true, value: { text, wireBytes: bytes.byteLength, rawBytes: raw.value.byteLength, encoding } };
  } catch {
    return refuse(400, 'The body is not UTF-8 text.');
  }
}

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function unpackBody(
  bytes: Uint8Array,
  contentEncoding: string | null,
  limits: BodyLimits,
): Promise<Accepted<Uint8Array>> {
  const named = contentEncoding?.trim().toLowerCase() ?? 'identity';
  if (named !== 'gzip' && named !== 'identity') return refuse(415, 'Content-Encoding must be gzip or identity.');
  const packed = isPacked(bytes);
  if (named === 'gzip' && !packed) return refuse(400, 'The body is not gzip, though its Content-Encoding says so.');
  return packed ? unpacking.run(() => unpack(bytes, limits)) : { ok: true, value: bytes };
}

export function mediaType(request: Request): string {
  return (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Counts bytes while reading: a length header may be absent or wrong. */
export async function readBytes(
  request: Request,
  { bodyMaxBytes }: BodyLimits,
  lease: BodyLease | undefined,
): Promise<Accepted<Uint8Array>> {
  const declaredBytes = Number(request.headers.get('Content-Length') ?? 0);
  if (declaredBytes > bodyMaxBytes) return tooLarge(bodyMaxBytes);
  if (request.body === null) return { ok: true, value: new Uint8Array() };
  const reader = request.body.getReader();
  const collected = collect(reader, bodyMaxBytes, lease);
  const body = await (lease === undefined ? collected : Promise.race([collected, lease.shed.then(() => TOO_SLOW)]));
  // A connection that closes within the body may look like the end of the body.
  if (body.ok && body.value.byteLength < declaredBytes) return CUT_SHORT;
  // Stops reading a body that is refused.
  if (!body.ok) void reader.cancel().catch(() => undefined);
  return body;
}

const CUT_SHORT = refuse(400, 'The body ended before it was complete.');
const TOO_SLOW = refuse(503, 'The body arrived too slowly while many others were being read. Come again later.');

function tooLarge(bodyMaxBytes: number): Refusal {
  return refuse(413, `The body is larger than ${bodyMaxBytes} bytes.`, 'body_size');
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bodyMaxBytes: number,
  lease: BodyLease | undefined,
): Promise<Accepted<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > bodyMaxBytes) return tooLarge(bodyMaxBytes);
      if (lease?.take(part.value.byteLength) === false)
        return refuse(503, 'Too many bytes are being read. Come again later.');
      chunks.push(part.value);
    }
  } catch {
    return CUT_SHORT;
  }
  return { ok: true, value: Buffer.concat(chunks, length) };
}

async function unpack(packed: Uint8Array, { unpackedBodyMaxBytes }: BodyLimits): Promise<Accepted<Uint8Array>> {
  try {
    return { ok: true, value: await gunzipAsync(packed, { maxOutputLength: unpackedBodyMaxBytes }) };
  } catch (error) {
    const tooLarge = error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return tooLarge
      ? refuse(413, `The body is larger than ${unpackedBodyMaxBytes} bytes when unpacked.`, 'unpacked_body_size')
      : refuse(400, 'The gzip body is damaged.');
  }
}
