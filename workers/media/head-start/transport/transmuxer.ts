import {
  firstUnits,
  TICKS_PER_SECOND,
  TransportDemuxer,
  type TransportKind,
  type TransportUnit,
} from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';
import { START_GAP_MAX_TICKS, WRAP_TICKS } from './media-clock.ts';
import { PictureTrack } from './picture-track.ts';
import { SoundTrack } from './sound-track.ts';

/** Fragments of MP4 for each kind, in their order. */
export type Transmuxed = Readonly<Record<TransportKind, Uint8Array<ArrayBuffer>[]>>;

/** Start of a segment and of the next segment, in seconds of the player's timeline, from the times in the segment. */
export interface SegmentPlace {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface TransmuxedStart {
  readonly video: PictureTrack | undefined;
  readonly audio: SoundTrack | undefined;
  /** Timestamp at position 0 of the player. */
  readonly zeroTicks: number;
}

/**
 * Transmuxes consecutive segments of MPEG-TS to fragmented MP4, at the positions that hls.js gives them: the earlier of the first
 * decoding times of sound and pictures is at the position that the playlist gives the first segment. Throws at anything that it does
 * not support.
 */
export class Transmuxer {
  readonly #placeTicks: number;
  #demuxer = new TransportDemuxer();
  #start: TransmuxedStart | undefined;
  /** Units that wait for their track, until a unit of each kind has arrived. */
  #units: TransportUnit[] = [];
  #firstTicks = Number.POSITIVE_INFINITY;

  constructor(placeSeconds: number) {
    this.#placeTicks = Math.round(placeSeconds * TICKS_PER_SECOND);
  }

  /** Tracks and the timestamp of position 0, once they are known. */
  get start(): TransmuxedStart | undefined {
    return this.#start;
  }

  push(bytes: Uint8Array): Transmuxed {
    this.#add(this.#demuxer.push(bytes));
    return this.#take();
  }

  /** The last fragments of the segment, and its position. */
  endSegment(): { readonly rest: Transmuxed; readonly place: SegmentPlace } {
    this.#add(this.#demuxer.end());
    if (this.#start === undefined) throw new Error('a kind is missing');
    const { video, audio, zeroTicks } = this.#start;
    const endTicks = Math.min(...[video, audio].flatMap((track) => track?.endSegment() ?? []));
    const [startSeconds = 0, endSeconds = 0] = [this.#firstTicks, endTicks].map(
      (ticks) => (ticks - zeroTicks) / TICKS_PER_SECOND,
    );
    this.#demuxer = new TransportDemuxer();
    this.#firstTicks = Number.POSITIVE_INFINITY;
    return { rest: this.#take(), place: { startSeconds, endSeconds } };
  }

  #add(units: readonly TransportUnit[]): void {
    this.#units.push(...units);
    this.#start ??= this.#begin();
    if (this.#start === undefined) return;
    for (const unit of this.#units.splice(0)) {
      const track = this.#start[unit.kind];
      if (track === undefined) throw new Error('another kind');
      this.#firstTicks = Math.min(this.#firstTicks, track.add(unit));
    }
  }

  #take(): Transmuxed {
    const { video, audio } = this.#start ?? {};
    return { video: video?.take() ?? [], audio: audio?.take() ?? [] };
  }

  /** `undefined` until a unit of each kind has arrived. */
  #begin(): TransmuxedStart | undefined {
    const first = firstUnits(this.#demuxer.kinds, this.#units);
    if (first === undefined) return undefined;
    const { picture, sound, beginTicks } = first;
    const lasts = [picture?.dtsTicks, picture?.ptsTicks, sound?.ptsTicks].filter((ticks) => ticks !== undefined);
    const gapTicks = Math.max(...lasts) - beginTicks;
    if (gapTicks > START_GAP_MAX_TICKS) throw new Error('a gap in front');
    // Adds rounds of the clock of 33 bits where position 0 would have a negative timestamp.
    const startTicks = beginTicks + Math.ceil(Math.max(0, this.#placeTicks - beginTicks) / WRAP_TICKS) * WRAP_TICKS;
    const [video, audio] = [picture && new PictureTrack(picture), sound && new SoundTrack(sound)];
    video?.startAt(startTicks);
    if (sound !== undefined) {
      const soundTicks = startTicks + sound.ptsTicks - beginTicks;
      audio?.startAt(soundTicks, this.#placeTicks === 0 ? startTicks : soundTicks);
    }
    return { video, audio, zeroTicks: startTicks - this.#placeTicks };
  }
}
