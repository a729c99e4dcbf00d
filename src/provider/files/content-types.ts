import { extname } from 'node:path';

interface FileKind {
  readonly type: string;
  /** Text is compressible; media, pictures and fonts are compressed already. */
  readonly compress: boolean;
}

const text = (type: string): FileKind => ({ type, compress: true });
const binary = (type: string): FileKind => ({ type, compress: false });

export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

const KINDS: Readonly<Record<string, FileKind>> = {
  '.avif': binary('image/avif'),
  '.css': text('text/css; charset=utf-8'),
  '.gif': binary('image/gif'),
  '.html': text('text/html; charset=utf-8'),
  '.ico': binary('image/x-icon'),
  '.jpg': binary('image/jpeg'),
  '.jpeg': binary('image/jpeg'),
  '.js': text('text/javascript; charset=utf-8'),
  '.json': text('application/json; charset=utf-8'),
  '.key': binary('application/octet-stream'),
  '.m3u8': text(PLAYLIST_TYPE),
  '.m4a': binary('audio/mp4'),
  '.m4s': binary('video/iso.segment'),
  '.map': text('application/json; charset=utf-8'),
  '.mjs': text('text/javascript; charset=utf-8'),
  '.mp4': binary('video/mp4'),
  '.png': binary('image/png'),
  '.svg': text('image/svg+xml'),
  '.ts': binary('video/mp2t'),
  '.txt': text('text/plain; charset=utf-8'),
  '.vtt': text('text/vtt; charset=utf-8'),
  '.webm': binary('video/webm'),
  '.webp': binary('image/webp'),
  '.woff2': binary('font/woff2'),
};

/** The type of a file by its extension, without parameters; `undefined` for an unknown extension. */
export function knownType(path: string): string | undefined {
  return KINDS[extname(path).toLowerCase()]?.type.split(';')[0];
}

export function fileKind(path: string): FileKind {
  return KINDS[extname(path).toLowerCase()] ?? binary('application/octet-stream');
}
