import { Events, type MediaFragment, type HlsConfig } from 'hls.js';
import { partAddress } from '../../../../protocol/runtime/media/media-playlist.ts';
import type { SecondsRange } from '../../../../protocol/runtime/media/time-ranges.ts';
import { fetchPart } from '../../fetch-part.ts';
import { engineLoader } from '../engine-loader.ts';
import type { HlsLibrary } from '../hls-library.ts';
import type { PlainCue } from './plain-cue.ts';

export interface EarlierCaptionsDependencies {
  readonly Hls: HlsLibrary;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Ranges in the buffer before this instance of hls.js loaded anything: appended by a head start or by another engine. */
  readonly buffered: readonly SecondsRange[];
}

export interface EarlierSegments {
  /** Fragments of the level whose captions are read. */
  readonly fragments: readonly MediaFragment[];
  /** The first fragment that hls.js has parsed. */
  readonly first: MediaFragment;
  /** Media time of place 0 of the stream, seconds. */
  readonly zeroSeconds: number;
  readonly cueHandler: HlsConfig['cueHandler'];
  readonly onCues: (trackId: string, cues: readonly PlainCue[]) => void;
}

/** Captions are read this far back from where hls.js began; earlier segments may not be cached and would be downloaded. */
const BACK_MAX_SECONDS = 60;
/** Addresses of the generated playlists; nothing requests them. */
const PLAYLIST = 'captions:playlist';
const INIT = 'captions:init';
const SEGMENTS = 'captions:segments';

/**
 * Reads captions in the pictures of segments that were appended before hls.js had loaded. The segments come from the browser's
 * cache, and a second instance of hls.js without an element parses them as one stream. The first fragment that the engine parsed is
 * the last of them, as captions in that fragment begin in the fragment before.
 */
export async function readEarlierCaptions(
  { Hls, fetch: fetcher, now, buffered }: EarlierCaptionsDependencies,
  { fragments, first, zeroSeconds, cueHandler, onCues }: EarlierSegments,
): Promise<void> {
  const isEarlier = ({ sn, cc, start, end, gap, encrypted }: MediaFragment): boolean =>
    sn < first.sn &&
    cc === first.cc &&
    gap !== true &&
    !encrypted &&
    end > first.start - BACK_MAX_SECONDS &&
    buffered.some(([from, to]) => end > from && start < to);
  const earlier = fragments.filter(isEarlier);
  if (earlier.length === 0) return;
  const parts = await Promise.all([...earlier, first].map((fragment) => bytesOf(fragment, fetcher)));
  const init = first.initSegment?.data;
  const map = init === undefined ? '' : `#EXT-X-MAP:URI="${INIT}"\n`;
  const kept = new Map<string, string | ArrayBuffer>([
    [PLAYLIST, `#EXTM3U\n#EXT-X-TARGETDURATION:60\n${map}#EXTINF:60,\n${SEGMENTS}\n#EXT-X-ENDLIST\n`],
    [INIT, new Uint8Array(init ?? []).buffer],
    [SEGMENTS, await new Blob(parts).arrayBuffer()],
  ]);
  const reader = new Hls({
    ...{ enableWorker: false, startFragPrefetch: true, renderTextTracksNatively: false, cueHandler },
    loader: engineLoader(Hls.DefaultConfig.loader, kept, now),
  });
  let laterSeconds = 0;
  reader.on(Events.INIT_PTS_FOUND, (_, { initPTS, timescale }) => {
    laterSeconds = initPTS / timescale - zeroSeconds;
  });
  reader.on(Events.CUES_PARSED, (_, { cues, track }) => {
    for (const cue of cues as PlainCue[]) {
      cue.startTime += laterSeconds;
      cue.endTime += laterSeconds;
    }
    onCues(track, cues as PlainCue[]);
  });
  for (const over of [Events.FRAG_PARSED, Events.ERROR] as const)
    reader.on(over, () => queueMicrotask(() => reader.destroy()));
  reader.loadSource(PLAYLIST);
}

async function bytesOf({ url, byteRange }: MediaFragment, fetcher: typeof fetch): Promise<ArrayBuffer> {
  const [from, end] = byteRange;
  const address = partAddress(url, end === undefined ? undefined : `${from}-${end - 1}`);
  return (await fetchPart(fetcher, address)).arrayBuffer();
}
