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

/** Code of a media engine whose worker could not start or continue. */
export const WORKER_UNAVAILABLE = 'worker.unavailable';

export interface EngineSessionOptions {
  readonly intents: Intents;
  /** Whether an engine may now empty its buffer for another quality or audio track. */
  readonly maySwitch: () => boolean;
  /** Opens an engine of the best path that works here; its source is not loaded yet. */
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  readonly onOpened: () => void;
  /** Called when an engine did not open, or its worker has failed: a code of the catalogue, or {@link WORKER_UNAVAILABLE}. */
  readonly onRefused: (code: string, message: string) => void;
  readonly onFatal: (code: string, message: string) => void;
  readonly onState: (state: MediaEngineState, engine: MediaEngine) => void;
  readonly onProblem: (detail: string) => void;
  readonly onMoved: (seconds: number) => void;
  readonly onReopened: () => void;
}

/** The engine of a stream, one at a time. Only results and events of the latest opening count. */
export class EngineSession {
  readonly #options: EngineSessionOptions;
  readonly #settings: EngineSettings;
  #engine: MediaEngine | null = null;
  /** Aborts when another opening replaces the present opening. */
  #opening = new AbortController();
  /** The position intent that the engine last received. */
  #toldPosition: PositionIntent | null = null;
  #isWorkerGivenUp = false;

  constructor(options: EngineSessionOptions) {
    this.#options = options;
    this.#settings = new EngineSettings(options);
  }

  get path(): MediaPath | null {
    return this.#engine?.path ?? null;
  }

  /** Gives up the worker path; returns `false` if it had been given up before. */
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
    // An engine that did not load cannot recover: another attempt opens another engine. An engine that already recovers is kept.
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

  /** Sends the engine the wanted quality, audio track and limits. */
  tellSettings(): void {
    this.#settings.apply();
  }

  /** Sends the engine the target of a seek. Called before the element moves, so that the engine knows the reason for its event. */
  tellTarget(): void {
    const { position } = this.#options.intents.current;
    if (position === this.#toldPosition || this.#engine === null) return;
    this.#toldPosition = position;
    this.#engine.setTarget(position?.seconds ?? null);
  }

  observeElement(): void {
    this.#engine?.observeElement?.();
  }

  /** After a failure, keeps the engine for another attempt, and ignores its events until then. */
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
