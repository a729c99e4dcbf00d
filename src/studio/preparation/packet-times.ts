import type { RunTool } from './run-tool.ts';

/** Packet times of one stream of a file, in display order. */
export interface PacketTimes {
  /** Packet times, seconds; without empty packets, packets that are cut away, and packets before the first key frame. */
  readonly times: readonly number[];
  /** Time at which the last packet ends. */
  readonly endSeconds: number;
  /** Usual interval between packets. */
  readonly stepSeconds: number;
  /** Number of all packets, including packets without a time. */
  readonly packetCount: number;
  /** Number of packets that an edit list cuts away. */
  readonly cutCount: number;
  /** Some packets only have a decode time, which is some packets earlier than their display time. */
  readonly isRough: boolean;
  /** Number of jumps of the file's clock; times after each jump were moved to follow the times before the jump. */
  readonly jumpCount: number;
  /** Number of packets that do not begin where the packet before ends. */
  readonly irregularCount: number;
  /** Number of packets that begin a little before the end of the packet before. */
  readonly backCount: number;
}

/** Packet times by stream index. */
export type StreamTimes = ReadonlyMap<number, PacketTimes>;

const FIELDS = 'packet=stream_index,pts_time,dts_time,duration_time,size,pos,flags';
/** Steps forward and back from which the clock of a broadcast counts as restarted, as in ffmpeg. */
const JUMP_SECONDS = 10;
const JUMP_BACK_SECONDS = 0.1;
/** A longer step does not come from rounding. */
const IRREGULAR_SECONDS = 0.005;
/** Repeated steps back by less than this come from wrong times within packets of a transport stream. */
const WRONGLY_COUNTED_SECONDS = 2;
/** A lost packet causes fewer irregular steps than this. */
const WRONGLY_COUNTED_MIN = 3;

/**
 * Whether times inside packets of a transport stream are wrong. Such a packet holds several audio frames and one time. ffmpeg computes the
 * others with the first rate of the stream, so sound of another rate has a hole, or a step back, at each packet.
 */
export const isIrregular = (times?: PacketTimes): boolean => (times?.irregularCount ?? 0) >= WRONGLY_COUNTED_MIN;
export const stepsBack = (times?: PacketTimes): boolean => (times?.backCount ?? 0) >= WRONGLY_COUNTED_MIN;

export interface PacketReading {
  readonly run: RunTool;
  readonly signal?: AbortSignal | undefined;
  /** Whether the clock may restart in the middle of the file, as in a broadcast. */
  readonly mayJump?: boolean;
  /** Reports the byte offset in the file. */
  readonly onBytes?: (bytes: number) => void;
}

/** Reads all packets of a file without decoding them. */
export async function readPacketTimes(path: string, reading: PacketReading): Promise<StreamTimes> {
  const { run, signal, mayJump = false, onBytes } = reading;
  const streams = new Map<number, StreamReader>();
  await run('ffprobe', {
    args: ['-show_entries', FIELDS, '-print_format', 'csv=p=0', `file:${path}`],
    signal,
    onLine(line) {
      const [index = '', pts, dts, duration, size, position = '', flags = ''] = line.split(',');
      if (index === '' || flags === '') return;
      const stream = streams.get(Number(index)) ?? new StreamReader(mayJump);
      streams.set(Number(index), stream);
      stream.add({
        pts: secondsOf(pts),
        dts: secondsOf(dts),
        duration: secondsOf(duration),
        size: Number(size),
        flags,
      });
      if (Number(position) > 0) onBytes?.(Number(position));
    },
  });
  return new Map([...streams].map(([index, stream]) => [index, stream.end()]));
}

/** Parses a time of ffprobe; `undefined` for `N/A`. */
export function secondsOf(text: string | undefined): number | undefined {
  const seconds = Number.parseFloat(text ?? '');
  return Number.isFinite(seconds) ? seconds : undefined;
}

interface Packet {
  readonly pts: number | undefined;
  readonly dts: number | undefined;
  readonly duration: number | undefined;
  readonly size: number;
  readonly flags: string;
}

class StreamReader {
  readonly #mayJump: boolean;
  readonly #shown: { readonly time: number; readonly back: number; readonly duration: number | undefined }[] = [];
  #firstKey: number | undefined;
  #nextDecode: number | undefined;
  #offset = 0;
  /** Part of the offset that comes from short steps back. */
  #back = 0;
  #backCount = 0;
  #backJumpCount = 0;
  #irregularCount = 0;
  #packetCount = 0;
  #cutCount = 0;
  #jumpCount = 0;
  #isRough = false;

  constructor(mayJump: boolean) {
    this.#mayJump = mayJump;
  }

  add({ pts, dts, duration, size, flags }: Packet): void {
    const time = pts ?? dts;
    this.#packetCount += 1;
    if (time === undefined) {
      this.#isRough = true;
      return;
    }
    this.#follow(dts ?? time, duration ?? 0);
    if (flags.includes('K')) this.#firstKey ??= time + this.#offset;
    if (flags.includes('D')) {
      this.#cutCount += 1;
      return;
    }
    if (size === 0 || this.#firstKey === undefined || time + this.#offset < this.#firstKey) return;
    this.#isRough ||= pts === undefined;
    this.#shown.push({ time: time + this.#offset, back: this.#back, duration });
  }

  /** Counts irregular steps, and cancels jumps of the clock, as ffmpeg does. */
  #follow(decode: number, duration: number): void {
    const step = this.#nextDecode === undefined ? 0 : decode + this.#offset - this.#nextDecode;
    const isBack = step < -IRREGULAR_SECONDS && step > -WRONGLY_COUNTED_SECONDS;
    if (Math.abs(step) > IRREGULAR_SECONDS) this.#irregularCount += 1;
    if (isBack) this.#backCount += 1;
    if (this.#mayJump && (step > JUMP_SECONDS || step < -JUMP_BACK_SECONDS - duration)) {
      this.#offset -= step;
      if (isBack) this.#back -= step;
      if (isBack) this.#backJumpCount += 1;
      else this.#jumpCount += 1;
    }
    this.#nextDecode = decode + this.#offset + duration;
  }

  end(): PacketTimes {
    const isCounted = this.#backCount >= WRONGLY_COUNTED_MIN;
    const shown = this.#shown
      .map(({ time, back, duration }) => ({ time: isCounted ? time - back : time, duration }))
      .toSorted((one, other) => one.time - other.time);
    const times = shown.map(({ time }) => time);
    const last = shown.at(-1);
    const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    const stepSeconds = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
    return {
      ...{ times, stepSeconds, endSeconds: (last?.time ?? 0) + (last?.duration ?? stepSeconds) },
      ...{ packetCount: this.#packetCount, cutCount: this.#cutCount, irregularCount: this.#irregularCount },
      backCount: this.#backCount,
      ...{ jumpCount: this.#jumpCount + (isCounted ? 0 : this.#backJumpCount), isRough: this.#isRough },
    };
  }
}
