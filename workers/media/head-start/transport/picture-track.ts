import { NAL, nalType, nalUnits } from '../../../../protocol/runtime/media/transport/nal-units.ts';
import { readPictureFormat } from '../../../../protocol/runtime/media/transport/picture-format.ts';
import {
  TICKS_PER_SECOND,
  type TransportUnit,
} from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';
import { pictureFragment, type Picture } from './fragment.ts';
import { pictureInit } from './init-segment.ts';
import { timeNear } from './media-clock.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type LastPicture = Omit<Picture, 'durationTicks'>;

/** Types of NAL units that samples keep, as in hls.js. */
const KEPT: ReadonlySet<number> = new Set(Object.values(NAL));
const SLICES: readonly number[] = [NAL.slice, NAL.keySlice];
/** Slices in partitions, which hls.js does not support either. */
const PARTITIONS: readonly number[] = [2, 3, 4];
/** Duration of a picture when no other picture gives a distance. */
const USUAL_DURATION_TICKS = TICKS_PER_SECOND / 30;
const STEP_MAX_TICKS = 10 * TICKS_PER_SECOND;

/** Pictures of one stream, segment after segment, each of which begins with a key frame. */
export class PictureTrack {
  readonly mimeType: string;
  readonly init: Bytes;
  readonly #sequenceSet: Uint8Array;
  #pictures: Picture[] = [];
  /** The last picture, whose duration is known once the next picture is. */
  #last: LastPicture | undefined;
  #durationTicks = USUAL_DURATION_TICKS;
  #nearTicks: number;
  #isFirst = true;
  /** End of the last segment, at which the next segment has to begin. */
  #endTicks: number | undefined;

  constructor({ data, dtsTicks }: TransportUnit) {
    const units = nalUnits(data);
    const setsOf = (type: number): Uint8Array[] =>
      units.filter((unit, index) => nalType(unit) === type && units.findIndex((one) => isSame(one, unit)) === index);
    const [sequenceSet, ...others] = setsOf(NAL.sequence);
    const pictureSets = setsOf(NAL.picture);
    if (sequenceSet === undefined || others.length > 0 || pictureSets.length === 0) throw new Error('no parameters');
    const format = readPictureFormat(sequenceSet);
    this.#sequenceSet = sequenceSet;
    this.#nearTicks = dtsTicks;
    this.mimeType = `video/mp4; codecs="${format.codec}"`;
    this.init = pictureInit({ ...format, sequenceSet, pictureSets });
  }

  /** Sets the expected first time; later times are unwrapped from it when the clock wraps. */
  startAt(startTicks: number): void {
    this.#nearTicks = startTicks;
  }

  /** Returns the decoding time of the picture. */
  add(unit: TransportUnit): number {
    const all = nalUnits(unit.data);
    const types = all.map(nalType);
    // A slice whose first bit is set begins a picture.
    const begun = all.filter((one) => SLICES.includes(nalType(one)) && ((one[1] ?? 0) & 0x80) !== 0);
    if (begun.length !== 1 || types.lastIndexOf(NAL.delimiter) > 0 || types.some((type) => PARTITIONS.includes(type)))
      throw new Error('not one picture');
    const sets = all.filter((one) => nalType(one) === NAL.sequence);
    if (!sets.every((set) => isSame(set, this.#sequenceSet))) throw new Error('another format');
    const dtsTicks = timeNear(unit.dtsTicks, this.#nearTicks);
    const ptsTicks = timeNear(unit.ptsTicks, dtsTicks);
    const isKeyFrame = types.includes(NAL.keySlice);
    this.#check({ isKeyFrame, dtsTicks, ptsTicks });
    this.#finishLast(dtsTicks);
    this.#isFirst = false;
    this.#nearTicks = dtsTicks;
    this.#last = { units: all.filter((one) => KEPT.has(nalType(one))), isKeyFrame, dtsTicks, ptsTicks };
    return dtsTicks;
  }

  /** Returns the complete pictures as a fragment; an empty list if there are none. */
  take(): Bytes[] {
    const pictures = this.#pictures;
    this.#pictures = [];
    return pictures.length === 0 ? [] : [pictureFragment(pictures)];
  }

  /** Ends the segment, whose last picture gets the duration of the picture before. Returns the end time. */
  endSegment(): number {
    if (this.#last === undefined) throw new Error('no pictures');
    const endTicks = this.#last.dtsTicks + this.#durationTicks;
    this.#finishLast(endTicks);
    this.#last = undefined;
    this.#isFirst = true;
    this.#endTicks = endTicks;
    return endTicks;
  }

  #finishLast(nextTicks: number): void {
    if (this.#last === undefined) return;
    this.#durationTicks = nextTicks - this.#last.dtsTicks;
    this.#pictures.push({ ...this.#last, durationTicks: this.#durationTicks });
  }

  #check({ isKeyFrame, dtsTicks, ptsTicks }: Pick<Picture, 'isKeyFrame' | 'dtsTicks' | 'ptsTicks'>): void {
    if (this.#isFirst && !isKeyFrame) throw new Error('no key frame in front');
    const stepTicks = this.#last === undefined ? 1 : dtsTicks - this.#last.dtsTicks;
    const delayTicks = ptsTicks - dtsTicks;
    const isInOrder = stepTicks > 0 && stepTicks < STEP_MAX_TICKS && delayTicks >= 0 && delayTicks < STEP_MAX_TICKS;
    // hls.js moves the first picture where it leaves a hole to the segment before, or overlaps it.
    const holeTicks = this.#isFirst && this.#endTicks !== undefined ? dtsTicks - this.#endTicks : 0;
    if (!isInOrder || holeTicks < -1 || holeTicks > this.#durationTicks) throw new Error('times jump');
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
