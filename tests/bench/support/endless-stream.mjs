import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** The demo video in its lowest quality, without sound, in segments of 2 s; they repeat with timestamps that continue. */
const FOLDER = 'src/provider/catalog/media/demo/v240';
const SOURCES = Array.from({ length: 14 }, (_, index) =>
  readFileSync(join(FOLDER, `${String(index).padStart(3, '0')}.m4s`)),
);
const INIT = readFileSync(join(FOLDER, 'init.mp4'));
export const SEGMENT_SECONDS = 2;
const TICKS = BigInt(SEGMENT_SECONDS * 12_288);
/** Offset of the time from the type of a box, in version 1: behind the flags, and in `sidx` also an id and a timescale. */
const TIME_OFFSETS = { tfdt: 8, sidx: 16 };
/** The newest part of a window, which a delta update has to repeat: six target durations. */
const SKIP_UNTIL_SECONDS = 6 * SEGMENT_SECONDS;
const MASTER =
  '#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n' +
  '#EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=426x240,CODECS="avc1.42c015"\nindex.m3u8\n';

/**
 * Starts a server of streams of any length on a separate origin: `/vod/SEGMENTS/master.m3u8`, and
 * `/live/WINDOW-KIND-SPEED/master.m3u8`, whose window of WINDOW segments slides at SPEED times its real speed. KIND is `delta`
 * (the server offers delta updates) or `whole`.
 */
export async function startEndlessStream() {
  const startMs = Date.now();
  // By folder: the size of the playlist that was sent last, and how many playlists were delta updates.
  const sent = new Map();
  const playlistOf = (kind, of, wantsSkip) => {
    const [count, offer, speed = '1'] = of.split('-');
    if (kind === 'vod') return playlist({ first: 0, count: Number(count), isOver: true });
    const first = Math.floor(((Date.now() - startMs) / 1_000 / SEGMENT_SECONDS) * Number(speed));
    return playlist({ first, count: Number(count), offersSkip: offer === 'delta', isSkipping: wantsSkip });
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://stream');
    const [, kind, of, name = ''] = pathname.split('/');
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (name === 'master.m3u8') return response.end(MASTER);
    if (name === 'init.mp4') return response.end(INIT);
    if (name.endsWith('.m4s')) return response.end(segment(Number.parseInt(name, 10)));
    const text = playlistOf(kind, of, searchParams.has('_HLS_skip'));
    const { deltas = 0 } = sent.get(of) ?? {};
    sent.set(of, { bytes: text.length, deltas: deltas + (text.includes('#EXT-X-SKIP:') ? 1 : 0) });
    response.setHeader('Cache-Control', 'no-store');
    return response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: (path) => `http://127.0.0.1:${server.address().port}/${path}/master.m3u8`,
    sent,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function segment(number) {
  const bytes = Buffer.from(SOURCES[number % SOURCES.length]);
  for (const [type, offset] of Object.entries(TIME_OFFSETS))
    bytes.writeBigUInt64BE(BigInt(number) * TICKS, bytes.indexOf(type) + offset);
  return bytes;
}

function playlist({ first, count, isOver = false, offersSkip = false, isSkipping = false }) {
  const skipped = offersSkip && isSkipping ? count - SKIP_UNTIL_SECONDS / SEGMENT_SECONDS : 0;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    ...(isOver ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    ...(offersSkip ? [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${SKIP_UNTIL_SECONDS}`] : []),
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    // A delta update repeats no `EXT-X-MAP`: the player keeps that of the skipped segments.
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : ['#EXT-X-MAP:URI="init.mp4"']),
  ];
  for (let number = first + skipped; number < first + count; number += 1)
    lines.push(`#EXTINF:${SEGMENT_SECONDS}.000,`, `${number}.m4s`);
  return `${[...lines, ...(isOver ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`;
}
