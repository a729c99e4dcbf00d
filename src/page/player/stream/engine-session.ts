import type {
  MediaEngine,
  MediaEngineState,
  MediaPath,
  MediaSourceDescription,
} from '../../../../protocol/media/media-engine.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { PositionIntent } from '../intents/intent.ts';
import type { Intents } from '../intents/intents.ts';
import { EngineSettings } from './engine-settings.ts';

/** Code of a media engine that could not continue as a worker. */
export const WORKER_UNAVAILABLE = 'worker.unavailable';

export interface EngineSessionOptions {
  readonly intents: Intents;
  /** An engine may empty its buffer for another quality or audio track. */
  readonly maySwitch: () => boolean;
  /** An engine of the best path that works here, not loaded. */
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  readonly onOpened: () => void;
  /** Called where it did not open, or has failed: a code of the catalogue, or {@link WORKER_UNAVAILABLE}. */
  readonly onRefused: (code: string, message: string) => void;
  readonly onFatal: (code: string, message: string) => void;
  readonly onState: (state: MediaEngineState, engine: MediaEngine) => void;
  readonly onProblem: (detail: string) => void;
  readonly onMoved: (seconds: number) => void;
  readonly onReopened: () => void;
}

/** The engine of a stream: one at a time, and of each opening only what belongs to the latest is heard. */
export class EngineSession {
  readonly #options: EngineSessionOptions;
  readonly #settings: EngineSettings;
  #engine: MediaEngine | null = null;
  /** Aborts what belongs to an opening that is over. */
  #opening = new AbortController();
  /** The position that the engine was last given. */
  #toldPosition: PositionIntent | null = null;
  #isWorkerGivenUp = false;

  constructor(options: EngineSessionOptions) {
    this.#options = options;
    this.#settings = new EngineSettings(options);
  }

  get path(): MediaPath | null {
    return this.#engine?.path ?? null;
  }

  /** `false` where it had been given up before. */
  giveUpWorker(): boolean {
    const isNew = !this.#isWorkerGivenUp;
    this.#isWorkerGivenUp = true;
    return isNew;
  }

  get isThere(): boolean {
    return this.#engine !== null;
  }

  async open(source: MediaSourceDescription): Promise<void> {
    const signal = this.#begin();
    const opened = await this.#options.openEngine(source);
    if (signal.aborted) return opened.ok ? opened.value.detach() : undefined;
    if (!opened.ok) return this.#options.onFatal(opened.code, opened.message);
    const engine = (this.#engine = opened.value);
    this.#listen(engine, signal);
    const { quality } = this.#options.intents.current;
    const loaded = await engine.load({ ...source, startSeconds: this.#begins(source), quality });
    // An engine that did not load cannot recover: another attempt opens another engine. One that recovers already is used.
    if (!loaded.ok && this.#engine === engine && this.#opening.signal === signal) this.#drop();
    this.#settle(loaded, signal);
  }

  async recover(source: MediaSourceDescription): Promise<void> {
    const engine = this.#engine;
    if (engine === null) return;
    const signal = this.#begin();
    this.#listen(engine, signal);
    this.#settle(await engine.recover(this.#begins(source)), signal);
  }

  /** Quality, tracks and size as they are wanted. */
  tellSettings(): void {
    this.#settings.apply();
  }

  /** Before the element moves, so that its event finds an engine that knows why. */
  tellTarget(): void {
    const { position } = this.#options.intents.current;
    if (position === this.#toldPosition || this.#engine === null) return;
    this.#toldPosition = position;
    this.#engine.setTarget(position?.seconds ?? null);
  }

  observeElement(): void {
    this.#engine?.observeElement?.();
  }

  /** After a failure: the engine stays for another attempt, and is not heard until then. */
  rest(): void {
    this.#opening.abort();
    this.#settings.useEngine(null);
  }

  end(): void {
    this.rest();
    this.#drop();
  }

  #drop(): void {
    this.#engine?.detach();
    this.#engine = null;
    this.#toldPosition = null;
  }

  #begin(): AbortSignal {
    this.#opening.abort();
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  /** Start position for the engine. */
  #begins({ startSeconds, isLive }: MediaSourceDescription): number {
    const { position } = this.#options.intents.current;
    this.#toldPosition = position;
    return position?.seconds ?? (isLive ? 0 : startSeconds);
  }

  #settle(outcome: Outcome<void>, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (!outcome.ok) return this.#options.onRefused(outcome.code, outcome.message);
    this.#options.onOpened();
  }

  #listen(engine: MediaEngine, signal: AbortSignal): void {
    const { onState, onProblem, onRefused, onFatal, onMoved, onReopened } = this.#options;
    const undo = [
      engine.on('state', (state) => {
        this.#settings.follow(state);
        onState(state, engine);
      }),
      engine.on('problem', ({ detail }) => onProblem(detail)),
      engine.on('fatal', ({ code, message, detail }) =>
        detail === WORKER_UNAVAILABLE ? onRefused(detail, message) : onFatal(code, message),
      ),
      engine.on('moved', ({ seconds }) => onMoved(seconds)),
      engine.on('reopened', () => {
        this.#settings.useEngine(engine);
        onReopened();
      }),
    ];
    signal.addEventListener('abort', () => {
      for (const end of undo) end();
    });
    this.#settings.useEngine(engine);
  }
}
