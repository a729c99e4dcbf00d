import type {
  MediaEngine,
  MediaEngineEvents,
  MediaPath,
  MediaSourceDescription,
} from '../../../protocol/media-engine.ts';
import type { Outcome } from '../../../protocol/outcome.ts';
import type { QualityName } from '../../../protocol/player-info.ts';

/** The first engine, and another in its place where the first turns out not to work on this browser. */
export class FallbackEngine implements MediaEngine {
  readonly #openSecond: (message: string) => Promise<Outcome<MediaEngine>>;
  readonly #subscriptions = new Set<(engine: MediaEngine) => void>();
  #engine: MediaEngine;
  #isDetached = false;

  constructor(first: MediaEngine, openSecond: (message: string) => Promise<Outcome<MediaEngine>>) {
    this.#engine = first;
    this.#openSecond = openSecond;
  }

  get path(): MediaPath {
    return this.#engine.path;
  }

  async load(source: MediaSourceDescription): Promise<Outcome<void>> {
    const loaded = await this.#engine.load(source);
    if (loaded.ok || loaded.code !== 'worker.unavailable' || this.#isDetached) return loaded;
    const second = await this.#openSecond(loaded.message);
    if (!second.ok) return second;
    this.#engine = second.value;
    if (this.#isDetached) this.#engine.detach();
    for (const renew of this.#subscriptions) renew(this.#engine);
    return this.#engine.load(source);
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    return this.#engine.recover(positionSeconds);
  }

  detach(): void {
    this.#isDetached = true;
    this.#engine.detach();
  }

  setQuality(quality: QualityName): void {
    this.#engine.setQuality(quality);
  }

  setAudioTrack(id: string): void {
    this.#engine.setAudioTrack(id);
  }

  observeElement(): void {
    this.#engine.observeElement?.();
  }

  on<Name extends keyof MediaEngineEvents>(name: Name, listener: (event: MediaEngineEvents[Name]) => void): () => void {
    let undo = this.#engine.on(name, listener);
    const renew = (engine: MediaEngine): void => {
      undo();
      undo = engine.on(name, listener);
    };
    this.#subscriptions.add(renew);
    return () => {
      this.#subscriptions.delete(renew);
      undo();
    };
  }
}
