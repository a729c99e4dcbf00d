import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, MP4BoxBuffer } from 'mp4box';

/** Samples of two seconds: twelve pictures a second, and frames of 1024 at 48 kHz. */
const SEGMENT_SAMPLES = { video: 24, audio: 94 } as const;
type Kind = keyof typeof SEGMENT_SAMPLES;

interface CutTrack {
  readonly codec: string;
  readonly init: ArrayBuffer;
  readonly segments: readonly { readonly bytes: ArrayBuffer; readonly seconds: number }[];
}

/** Cuts `source.mp4` of a folder into segments of one track each by MP4Box.js, and writes the playlists. */
export async function segmentByMp4Box(folder: string): Promise<void> {
  const source = new Uint8Array(await readFile(join(folder, 'source.mp4')));
  const codecs: string[] = [];
  for (const kind of ['video', 'audio'] as const) {
    const { codec, init, segments } = cut(source, kind);
    codecs.push(codec);
    await writeFile(join(folder, `${kind}-init.mp4`), new Uint8Array(init));
    for (const [index, { bytes }] of segments.entries())
      await writeFile(join(folder, `${kind}-${index}.m4s`), new Uint8Array(bytes));
    const lengths = segments.map(({ seconds }) => seconds);
    await writeFile(join(folder, `${kind}.m3u8`), playlist(kind, lengths));
  }
  await writeFile(join(folder, 'master.m3u8'), master(codecs));
}

/** MP4Box.js takes one number of samples for all tracks that it cuts at a time. */
function cut(source: Uint8Array<ArrayBuffer>, kind: Kind): CutTrack {
  const file = createFile();
  const segments: CutTrack['segments'][number][] = [];
  let init = new ArrayBuffer(0);
  let codec = '';
  file.onReady = ({ tracks }) => {
    const track = tracks.find(({ type }) => type === kind);
    if (track === undefined) throw new Error(`no ${kind}`);
    codec = track.codec;
    const sampleSeconds = track.duration / track.nb_samples / track.timescale;
    file.setSegmentOptions(track.id, kind, { nbSamples: SEGMENT_SAMPLES[kind] });
    init = file.initializeSegmentation('per-track')[0]?.buffer ?? init;
    let before = 0;
    file.onSegment = (_, __, bytes, nextSample) => {
      segments.push({ bytes, seconds: (nextSample - before) * sampleSeconds });
      before = nextSample;
    };
    file.start();
  };
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(source.slice().buffer, 0), true);
  file.flush();
  return { codec, init, segments };
}

const master = (codecs: readonly string[]): string =>
  `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"\n` +
  `#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=160x90,CODECS="${codecs.join(',')}",AUDIO="a"\nvideo.m3u8\n`;

const playlist = (kind: Kind, seconds: readonly number[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:3',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${kind}-init.mp4"`,
    ...seconds.flatMap((length, index) => [`#EXTINF:${length.toFixed(6)},`, `${kind}-${index}.m4s`]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
