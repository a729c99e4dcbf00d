import { joined } from '../../../../protocol/runtime/media/transport/joined-bytes.ts';
import {
  readSoundFrame,
  SAMPLES_PER_FRAME,
  type SoundFormat,
} from '../../../../protocol/runtime/media/transport/sound-frame.ts';
import {
  TICKS_PER_SECOND,
  type TransportUnit,
} from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';
import { soundFragment } from './fragment.ts';
import { soundInit } from './init-segment.ts';
import { timeNear } from './media-clock.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Largest jump of a timestamp, in frames; hls.js handles larger jumps by filling in silence. */
const MOVED_MAX_FRAMES = 2;

/** Frames of silence by the number of channels, as in hls.js. Sound with more channels gets no silence at its start. */
const SILENCE: Readonly<Record<number, readonly number[]>> = {
  1: [0, 200, 0, 128, 35, 128],
  2: [33, 0, 73, 144, 2, 25, 0, 35, 128],
};

/** AAC frames of one stream over its segments, placed without gaps, as hls.js does. */
export class SoundTrack {
  readonly mimeType: string;
  readonly init: Bytes;
  readonly #format: SoundFormat;
  readonly #frameTicks: number;
  #frames: Uint8Array[] = [];
  /** Start of a frame whose rest is in the next unit. */
  #rest: Uint8Array = new Uint8Array();
  /** Place of the next frame. */
  #nextTicks = 0;
  /** Place of the next frame by the times of the stream, which may differ from `#nextTicks` by less than a frame. */
  #streamTicks = 0;
  #nextSample = 0;
  #isEmpty = true;

  constructor({ data }: TransportUnit) {
    const frame = readSoundFrame(data, 0);
    if (frame === undefined) throw new Error('no frame');
    this.#format = frame.format;
    this.#frameTicks = (SAMPLES_PER_FRAME * TICKS_PER_SECOND) / frame.format.samplesPerSecond;
    this.mimeType = `audio/mp4; codecs="${frame.format.codec}"`;
    this.init = soundInit(frame.format);
  }

  /**
   * Places the first frame. At the start of a stream, hls.js lets sound begin with the stream: a first frame that is less than a
   * frame late is moved earlier, and silence fills the gap before a later frame.
   */
  startAt(firstTicks: number, alignedTicks: number): void {
    const lateFrames = (firstTicks - alignedTicks) / this.#frameTicks;
    const silence = SILENCE[this.#format.channels];
    const count = silence === undefined ? 0 : Math.floor(lateFrames);
    this.#frames = Array.from({ length: count }, () => Uint8Array.from(silence ?? []));
    this.#nextTicks = lateFrames < 1 ? alignedTicks : firstTicks;
    this.#streamTicks = firstTicks;
    const beginTicks = this.#nextTicks - count * this.#frameTicks;
    this.#nextSample = Math.trunc((beginTicks * this.#format.samplesPerSecond) / TICKS_PER_SECOND);
  }

  /** Returns the place of the unit by the times of the stream. */
  add({ data, ptsTicks }: TransportUnit): number {
    const unitTicks = timeNear(ptsTicks, this.#streamTicks);
    const bytes = joined([this.#rest, data]);
    let isTimed = false;
    let at = 0;
    for (let frame = readSoundFrame(bytes, at); frame !== undefined; frame = readSoundFrame(bytes, at)) {
      if (!isSame(frame.format, this.#format)) throw new Error('another format');
      // The time of the unit is the time of the first frame that begins in it.
      if (!isTimed && at >= this.#rest.length) {
        if (Math.abs(unitTicks - this.#nextTicks) > MOVED_MAX_FRAMES * this.#frameTicks) throw new Error('times jump');
        this.#streamTicks = unitTicks;
        isTimed = true;
      }
      const end = at + frame.sizeBytes;
      if (end > bytes.length) break;
      this.#frames.push(bytes.subarray(at + frame.headerBytes, end));
      this.#nextTicks += this.#frameTicks;
      this.#streamTicks += this.#frameTicks;
      at = end;
    }
    this.#rest = bytes.subarray(at);
    this.#isEmpty = false;
    return unitTicks;
  }

  /** Returns the complete frames as a fragment; an empty list if there are none. */
  take(): Bytes[] {
    const frames = this.#frames;
    if (frames.length === 0) return [];
    this.#frames = [];
    const fragment = soundFragment(frames, this.#nextSample);
    this.#nextSample += frames.length * SAMPLES_PER_FRAME;
    return [fragment];
  }

  /** Returns the end of the last frame by the times of the stream. */
  endSegment(): number {
    if (this.#isEmpty) throw new Error('no sound');
    this.#isEmpty = true;
    return this.#streamTicks;
  }
}

function isSame(one: SoundFormat, other: SoundFormat): boolean {
  return one.config.join() === other.config.join();
}
