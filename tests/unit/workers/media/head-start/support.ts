import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';

const BASE = 'https://videos.example/film/';
export const MASTER_URL = `${BASE}master.m3u8`;

const SEGMENTS = [0, 1, 2, 3, 4, 5];
const media = (name: string, durations: readonly number[] = SEGMENTS.map(() => 2)): string =>
  [
    '#EXTM3U',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${name}-init.mp4"`,
    ...durations.flatMap((seconds, number) => [`#EXTINF:${seconds},`, `${name}-${number}.m4s`]),
    '#EXT-X-ENDLIST',
  ].join('\n');

/** Playlists of a video of twelve seconds with separate sound. */
export const PLAYLISTS: Readonly<Record<string, string>> = {
  [MASTER_URL]: [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,URI="sound.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=854x480,CODECS="avc1.42c01e,mp4a.40.2",AUDIO="a"',
    'large.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=426x240,CODECS="avc1.42c015,mp4a.40.2",AUDIO="a"',
    'small.m3u8',
  ].join('\n'),
  [`${BASE}small.m3u8`]: media('v'),
  [`${BASE}sound.m3u8`]: media('a'),
};

/** Playlists whose sound segments do not end with the picture segments, since sound frames have another length. */
export const LATE_SOUND: Readonly<Record<string, string>> = {
  ...PLAYLISTS,
  [`${BASE}sound.m3u8`]: media('a', [2.043, 1.997, 1.997, 2.043, 1.997, 1.923]),
};

/** A live playlist with segments of the given durations, and with further lines. */
export function livePlaylist(durations: readonly number[], more: readonly string[] = []): string {
  return [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    ...more,
    ...durations.flatMap((seconds, index) => [`#EXTINF:${seconds.toFixed(3)},`, `${index}.m4s`]),
    '',
  ].join('\n');
}

export const at = (name: string): string => `${BASE}${name}`;

/** One whole box of fragmented MP4. */
export function box(sizeBytes = 16): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  new DataView(bytes.buffer).setUint32(0, sizeBytes);
  bytes.set(new TextEncoder().encode('moof'), 4);
  return bytes;
}

/** A network that responds after a delay of a fake clock, and records requests and aborts. */
export class FakeNetwork {
  readonly asked: string[] = [];
  readonly aborted: string[] = [];
  delayMs = 100;
  readonly responses = new Map<string, () => Response>();
  readonly #clock: FakeClock;

  constructor(clock: FakeClock = createFakeClock()) {
    this.#clock = clock;
  }

  readonly fetch = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = String(input);
    const { signal } = init;
    this.asked.push(url.slice(BASE.length));
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        cancel();
        this.aborted.push(url.slice(BASE.length));
        reject(new DOMException('aborted', 'AbortError'));
      };
      const cancel = this.#clock.after(this.delayMs, () => {
        signal?.removeEventListener('abort', abort);
        resolve((this.responses.get(url) ?? (() => new Response(box())))());
      });
      signal?.addEventListener('abort', abort);
    });
  };
}
