import { Events, type Level } from 'hls.js';
import type Hls from 'hls.js';

export interface PreferCodecDependencies {
  readonly hls: Hls;
  /** Absent in browsers without `MediaCapabilities`: they stay with the codec that every browser plays. */
  readonly capabilities: Pick<MediaCapabilities, 'decodingInfo'> | undefined;
  /** @param codec First characters of the name of the codec. */
  readonly onPreferred: (codec: string) => void;
}

/** Codecs that need fewer bytes than H.264, the best codec first. */
const BETTER_CODECS = ['av01', 'hvc1', 'hev1', 'vp09'] as const;
const USUAL_FRAMES_PER_SECOND = 30;

/**
 * Continues in a better codec where a stream has several and the device shows the best level of that codec smoothly. The first segments are
 * H.264, which every browser plays, and hls.js keeps the codec in which it has begun: it is set to a level in the other codec until
 * a segment of that level has loaded, and chooses among that codec's levels from then on. hls.js drops the setting while a
 * segment of the lowest level loads slowly. The H.264 levels stay, in case the decoder fails.
 */
export function preferBetterCodec(
  { hls, capabilities, onPreferred }: PreferCodecDependencies,
  signal: AbortSignal,
): void {
  let awaited: string | undefined;
  // The picture gets no larger than before, because this bit rate is known to arrive in time.
  const send = (height: number): void => {
    const own = hls.levels.filter((level) => isIn(level, awaited));
    const level = own.filter((one) => one.height <= height).at(-1) ?? own[0];
    if (level !== undefined && hls.autoLevelEnabled) hls.nextAutoLevel = hls.levels.indexOf(level);
  };
  hls.on(Events.MANIFEST_PARSED, () => {
    void preferredCodec(hls.levels, capabilities).then((codec) => {
      if (signal.aborted || codec === undefined) return;
      awaited = codec;
      send(0);
      onPreferred(codec);
    });
  });
  hls.on(Events.FRAG_LOADED, (_, { frag }) => {
    if (awaited === undefined) return;
    const track: string = frag.type;
    const level = hls.levels[frag.level];
    if (track !== 'main' || level === undefined) return;
    if (isIn(level, awaited)) awaited = undefined;
    else send(level.height);
  });
}

const isIn = ({ videoCodec }: Level, codec: string | undefined): boolean =>
  codec !== undefined && videoCodec?.startsWith(codec) === true;

async function preferredCodec(
  levels: readonly Level[],
  capabilities: PreferCodecDependencies['capabilities'],
): Promise<string | undefined> {
  if (capabilities === undefined || new Set(levels.map(({ codecSet }) => codecSet)).size < 2) return undefined;
  for (const codec of BETTER_CODECS) {
    const own = levels.filter((level) => isIn(level, codec));
    const best = own.at(-1);
    if (best !== undefined && (await isSmooth(best, capabilities))) return codec;
  }
  return undefined;
}

async function isSmooth(level: Level, capabilities: Pick<MediaCapabilities, 'decodingInfo'>): Promise<boolean> {
  const { videoCodec = '', width, height, bitrate, frameRate } = level;
  const contentType = `video/mp4; codecs="${videoCodec}"`;
  const video = { contentType, width, height, bitrate, framerate: frameRate || USUAL_FRAMES_PER_SECOND };
  try {
    const { supported, smooth } = await capabilities.decodingInfo({ type: 'media-source', video });
    return supported && smooth;
  } catch {
    // The browser rejects the description of a codec that it does not know.
    return false;
  }
}
