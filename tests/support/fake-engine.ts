import type { LoadingLimits } from '../../protocol/media/loading-limits.ts';
import type { Clock } from '../../protocol/runtime/clock.ts';
import type { MediaEngine, MediaEngineState, MediaSourceDescription } from '../../protocol/media/media-engine.ts';
import { fail, succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
import { EngineEvents } from '../../protocol/media/engine-events.ts';
import { hasLostSource } from '../../src/page/platform/lost-source.ts';
import type { FakeMediaElement } from './fake-media-element.ts';

/** Behaviour of an engine, unless a test changes it. */
export interface EngineScript {
  readonly durationSeconds: number;
  /** Time from `load` to its result, when the source is attached. */
  readonly openMs: number;
  /** Times from the result of `load` to the duration, and from there to the first picture. */
  readonly metadataMs: number;
  readonly dataMs: number;
  /** Seconds that are loaded at once from the position on; by default the whole video. */
  readonly segmentSeconds: number;
  /** Whether the engine moves the element to the start position, as hls.js does; otherwise the player has to. */
  readonly seeksToStart: boolean;
  readonly refusal: Failure | null;
  readonly state: Partial<MediaEngineState>;
}

export const USUAL_ENGINE: EngineScript = {
  durationSeconds: 28,
  openMs: 20,
  metadataMs: 30,
  dataMs: 50,
  segmentSeconds: 60,
  seeksToStart: true,
  refusal: null,
  state: {},
};

export const ENGINE_STATE: MediaEngineState = {
  qualities: ['hd720', 'small', 'auto'],
  quality: 'small',
  automatic: true,
  isLive: false,
  seekable: null,
  audioTracks: [],
  audioTrack: '',
};

/** An engine without media: it follows its script, and the calls of a test. */
export class FakeEngine implements MediaEngine {
  readonly path = 'worker';
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly calls: string[] = [];
  /** Start positions of all opened streams. */
  readonly starts: number[] = [];
  readonly loads: MediaSourceDescription[] = [];
  readonly #element: FakeMediaElement;
  readonly #clock: Clock;
  /** Number of `observeElement` calls. */
  looks = 0;
  script: EngineScript;
  isStalled = false;
  #isOpen = false;
  #life = new AbortController();

  constructor(element: FakeMediaElement, clock: Clock, script: EngineScript = USUAL_ENGINE) {
    this.#element = element;
    this.#clock = clock;
    this.script = script;
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.calls.push('load');
    this.loads.push(source);
    return this.#open(source.startSeconds);
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    this.calls.push('recover');
    return this.#open(positionSeconds);
  }

  detach(): void {
    this.calls.push('detach');
    this.#life.abort();
    this.#element.srcObject = null;
  }

  observeElement(): void {
    this.looks += 1;
  }

  setQuality(quality: string): void {
    this.calls.push(`quality ${quality}`);
  }

  setLimits({ maxQuality, aheadSeconds }: LoadingLimits): void {
    this.calls.push(`limits ${maxQuality} ${aheadSeconds}`);
  }

  setAudioTrack(id: string): void {
    this.calls.push(`audio ${id}`);
  }

  setTarget(seconds: number | null): void {
    this.calls.push(`target ${seconds}`);
  }

  // — Events during the life of an engine —

  /** Moves the element without an event, as an engine does that has no newer target. */
  drag(seconds: number): void {
    if (this.#canMove) this.#element.currentTime = seconds;
  }

  /** Moves the element over a hole of the open source, with the present target; returns whether it did. */
  jump(seconds: number): boolean {
    if (!this.#canMove || !this.#isOpen) return false;
    this.#element.currentTime = seconds;
    this.#events.emit('moved', { seconds });
    return true;
  }

  /** Simulates the death of the worker: another worker opens the stream again, and completes a load in progress. */
  async die(): Promise<void> {
    if (this.#life.signal.aborted) return;
    this.#element.loseSource();
    this.#events.emit('problem', { detail: 'the worker died' });
    let follow = (_opening: Promise<Outcome<void>>): void => undefined;
    // A load in progress ends with the result of the next worker.
    this.#life.abort(new Promise<Outcome<void>>((resolve) => (follow = resolve)));
    const opening = this.#open(this.starts.at(-1) ?? 0);
    follow(opening);
    const reopened = await opening;
    if (reopened.ok) this.#events.emit('reopened', { path: this.path });
  }

  /** Opens another source for the element, at the start position: later targets are lost. */
  takeOver(): void {
    void this.#open(this.starts.at(-1) ?? 0);
  }

  tell(state: Partial<MediaEngineState>): void {
    this.#events.emit('state', { ...ENGINE_STATE, ...this.script.state, ...state });
  }

  giveUp(code: 'net.badstatus' | 'net.connect' | 'fmt.decode' = 'net.badstatus'): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    this.#events.emit('fatal', { code, message: 'given up', detail: 'fragLoadError' });
  }

  /** Reports that the worker keeps dying, so that another path has to be used. */
  refuseWorker(message: string): void {
    this.#events.emit('fatal', { code: 'player.internal', message, detail: 'worker.unavailable' });
  }

  /** Appends media at the position of the element, like a network. */
  deliver(): void {
    const { currentTime } = this.#element;
    if (!this.isStalled && !this.#life.signal.aborted)
      this.#element.append(currentTime, currentTime + this.script.segmentSeconds);
  }

  /** Without its source, an element cannot be moved. */
  get #canMove(): boolean {
    return this.#element.readyState > 0 && !hasLostSource(this.#element);
  }

  #open(startSeconds: number): Promise<Outcome<void>> {
    this.#life.abort();
    const life = (this.#life = new AbortController());
    this.#isOpen = false;
    this.starts.push(startSeconds);
    const { openMs, metadataMs, dataMs, refusal, durationSeconds, seeksToStart } = this.script;
    const element = this.#element;
    const later = (delayMs: number, run: () => void): void =>
      void this.#clock.after(delayMs, () => !life.signal.aborted && run());
    return new Promise((resolve) => {
      later(openMs, () => {
        if (refusal !== null) return resolve(refusal);
        element.srcObject = {} as MediaProvider;
        this.#isOpen = true;
        resolve(succeed(undefined));
        later(metadataMs, () => {
          element.loadMetadata(durationSeconds);
          this.tell({});
          this.#listen(life.signal);
          if (seeksToStart && startSeconds > 0) element.currentTime = startSeconds;
          later(dataMs, () => this.deliver());
        });
      });
      life.signal.addEventListener('abort', () => {
        const next: unknown = life.signal.reason;
        resolve(next instanceof Promise ? (next as Promise<Outcome<void>>) : fail('request.cancelled', 'detached'));
      });
    });
  }

  /** Appends media when the element seeks or waits. */
  #listen(signal: AbortSignal): void {
    const response = (): void => void this.#clock.after(this.script.dataMs, () => !signal.aborted && this.deliver());
    this.#element.addEventListener('seeking', response, { signal });
    this.#element.addEventListener('waiting', response, { signal });
  }
}
