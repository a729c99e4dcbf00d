import { samplesOf } from './support.ts';

/** Build switches of hls.js, which are free names in its sources. */
const SWITCHES = { __USE_M2TS_ADVANCED_CODECS__: false, __USE_IFRAMES__: false };

interface HlsModules {
  readonly TSDemuxer: new (...args: unknown[]) => HlsDemuxer;
  readonly MP4Remuxer: new (...args: unknown[]) => HlsRemuxer;
}

interface HlsDemuxer {
  resetInitSegment(...args: unknown[]): void;
  demux(...args: unknown[]): Record<'id3Track' | 'textTrack', unknown> & {
    readonly videoTrack: HlsFormat;
    readonly audioTrack: HlsFormat;
  };
}

interface HlsRemuxer {
  resetTimeStamp(initPts: unknown): void;
  resetNextTimestamp(): void;
  remux(...args: unknown[]): Record<'audio' | 'video', HlsTrack | undefined> & {
    readonly initSegment?: { readonly initPTS?: number };
  };
}

/** Properties of a demuxed track, as far as it has them. */
interface HlsFormat {
  readonly codec?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pixelRatio?: readonly [number, number];
}

interface HlsTrack {
  readonly data1: Uint8Array;
  readonly data2?: Uint8Array;
}

const SOURCES = new URL('../../../../../../node_modules/hls.js/src/', import.meta.url).pathname;

async function load(): Promise<HlsModules> {
  Object.assign(globalThis, SWITCHES, { self: globalThis });
  const demuxer = (await import(/* @vite-ignore */ `${SOURCES}demux/tsdemuxer.ts`)) as { default: never };
  const remuxer = (await import(/* @vite-ignore */ `${SOURCES}remux/mp4-remuxer.ts`)) as { default: never };
  return { TSDemuxer: demuxer.default, MP4Remuxer: remuxer.default };
}

const LOGGER = Object.fromEntries(
  ['log', 'warn', 'debug', 'info', 'error', 'trace'].map((name) => [name, () => undefined]),
);

/** Transmuxes whole segments with the sources of hls.js, at the given playlist times. */
export async function transmuxedByHls(segments: readonly Uint8Array[], places: readonly number[]) {
  const { TSDemuxer, MP4Remuxer } = await load();
  const observer = { emit: () => undefined, on: () => undefined };
  const config = { forceKeyFrameOnDiscontinuity: true, maxAudioFramesDrift: 1, maxBufferHole: 0.1 };
  const demuxer = new TSDemuxer(observer, config, {}, LOGGER);
  const remuxer = new MP4Remuxer(observer, config, {}, LOGGER);
  demuxer.resetInitSegment(undefined, '', '', 10, null, {});
  remuxer.resetTimeStamp(null);
  remuxer.resetNextTimestamp();
  const [video, audio]: Uint8Array[][] = [[], []];
  let zeroTicks: number | undefined;
  let [picture, sound]: HlsFormat[] = [];
  for (const [index, segment] of segments.entries()) {
    const meta = { sn: index };
    const place = places[index] ?? 0;
    const { audioTrack, videoTrack, id3Track, textTrack } = demuxer.demux(segment.slice(), place, meta, false, true);
    const made = remuxer.remux(audioTrack, videoTrack, id3Track, textTrack, place, true, true, 'main', meta);
    zeroTicks ??= made.initSegment?.initPTS;
    [picture, sound] = [videoTrack, audioTrack];
    for (const [to, track] of [
      [video, made.video],
      [audio, made.audio],
    ] as const)
      if (track !== undefined) to?.push(track.data1, track.data2 ?? new Uint8Array());
  }
  return {
    zeroTicks,
    picture,
    sound,
    video: samplesOf(Buffer.concat(video ?? [])),
    audio: samplesOf(Buffer.concat(audio ?? [])),
  };
}
