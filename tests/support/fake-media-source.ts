import type { Clock } from '../../protocol/runtime/clock.ts';
import type { FakeMediaElement } from './fake-media-element.ts';

/** Interval at which a source checks whether it is attached. */
const CHECK_MS = 5;

export class FakeSourceBuffer extends EventTarget {
  readonly appended: number[] = [];
  readonly types: string[] = [];
  ranges: [number, number][] = [];
  /** Whether the decoder refuses the next append. */
  refuses = false;
  updating = false;
  timestampOffset = 0;
  readonly #clock: Clock;
  readonly #onAppended: (sizeBytes: number) => void;

  constructor(clock: Clock, onAppended: (sizeBytes: number) => void = () => undefined) {
    super();
    this.#clock = clock;
    this.#onAppended = onAppended;
  }

  get buffered(): TimeRanges {
    const { ranges } = this;
    return {
      length: ranges.length,
      start: (index) => ranges[index]?.[0] ?? Number.NaN,
      end: (index) => ranges[index]?.[1] ?? Number.NaN,
    };
  }

  appendBuffer({ byteLength }: ArrayBuffer | Uint8Array): void {
    this.#mustBeIdle();
    this.updating = true;
    this.#clock.after(1, () => {
      this.updating = false;
      if (this.refuses) this.dispatchEvent(new Event('error'));
      else {
        this.appended.push(byteLength);
        this.#onAppended(byteLength);
      }
      this.dispatchEvent(new Event('updateend'));
    });
  }

  changeType(type: string): void {
    this.#mustBeIdle();
    this.types.push(type);
  }

  #mustBeIdle(): void {
    if (this.updating) throw new DOMException('the buffer is being appended to', 'InvalidStateError');
  }
}

/** A MediaSource without media; it opens when its `handle` is the `srcObject` of the element. */
export class FakeMediaSource extends EventTarget {
  readyState: 'closed' | 'open' | 'ended' = 'closed';
  duration = Number.NaN;
  readonly videoSeconds: number;
  readonly handle = {};
  readonly activeSourceBuffers: FakeSourceBuffer[] = [];
  readonly addedTypes: string[] = [];
  /** Seconds that each append of the head start adds, from the start on. */
  readonly #appendedSeconds: number;
  readonly #element: FakeMediaElement | null;
  readonly #clock: Clock;
  #isGone = false;

  constructor(clock: Clock, element: FakeMediaElement | null = null, videoSeconds = 28, appendedSeconds = 2) {
    super();
    this.videoSeconds = videoSeconds;
    this.#clock = clock;
    this.#element = element;
    this.#appendedSeconds = appendedSeconds;
    if (element !== null) this.#await(element);
  }

  open(): void {
    this.readyState = 'open';
    this.dispatchEvent(new Event('sourceopen'));
  }

  addSourceBuffer(type: string): FakeSourceBuffer {
    this.addedTypes.push(type);
    let endSeconds = 0;
    const buffer = new FakeSourceBuffer(this.#clock, () => {
      this.fill(endSeconds, (endSeconds += this.#appendedSeconds));
    });
    this.activeSourceBuffers.push(buffer);
    return buffer;
  }

  fill(startSeconds: number, endSeconds: number): void {
    if (this.#isGone) return;
    for (const buffer of this.activeSourceBuffers)
      buffer.ranges = merged([...buffer.ranges, [startSeconds, endSeconds]]);
    if (this.#element?.srcObject !== (this.handle as MediaProvider)) return;
    this.#element.loadMetadata(this.videoSeconds);
    this.#element.append(startSeconds, endSeconds);
  }

  /** Simulates the end of the worker that has the source. */
  lose(): void {
    this.#isGone = true;
    if (this.#element?.srcObject === (this.handle as MediaProvider)) this.#element.loseSource();
  }

  #await(element: FakeMediaElement): void {
    this.#clock.after(CHECK_MS, () => {
      if (this.#isGone) return;
      if (element.srcObject === (this.handle as MediaProvider)) this.open();
      else this.#await(element);
    });
  }
}

function merged(ranges: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
