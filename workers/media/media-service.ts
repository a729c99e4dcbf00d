import type { HeadStartMessage, MediaLoad, MediaWorkerApi } from '../../protocol/media/media-worker.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import { MediaSession } from './media-session.ts';
import type { MediaSessionEnvironment } from './media-session-environment.ts';
import { arrivingSegments, type ArrivingSegments } from './head-start/arriving-segments.ts';

/** Main's interface to the worker, for the one open stream. */
export class MediaService implements Omit<MediaWorkerApi, 'contacts'> {
  readonly #environment: Omit<MediaSessionEnvironment, 'arriving' | 'isEarly'>;
  #session: MediaSession | null = null;

  constructor(environment: Omit<MediaSessionEnvironment, 'arriving' | 'isEarly'>) {
    this.#environment = environment;
  }

  ping = (): 'ready' => 'ready';

  load = (load: MediaLoad, view: unknown): Promise<Outcome<void>> => this.#open(load, view as MessagePort);

  recover = (positionSeconds: number): Promise<Outcome<void>> =>
    this.#session?.recover(positionSeconds) ?? Promise.resolve(fail('player.internal', 'closed'));

  setQuality: MediaWorkerApi['setQuality'] = (quality) => this.#session?.setQuality(quality);
  setAudioTrack: MediaWorkerApi['setAudioTrack'] = (id) => this.#session?.setAudioTrack(id);
  setBox: MediaWorkerApi['setBox'] = (box) => this.#session?.setBox(box);

  readSpans: MediaWorkerApi['readSpans'] = async (...range) => {
    const spans = this.#environment.spans();
    return spans === null ? fail('worker.unavailable', 'no engine') : succeed(spans.ring.read(...range));
  };

  writeTracks: MediaWorkerApi['writeTracks'] = () => this.#environment.spans()?.writeTracks();

  startHead({ load, arriving }: HeadStartMessage, view: MessagePort, ports: readonly MessagePort[]): void {
    void this.#open(load, view, arrivingSegments(arriving, ports));
  }

  #open(load: MediaLoad, view: MessagePort, early?: ArrivingSegments): Promise<Outcome<void>> {
    this.#session?.close();
    const arriving = early ?? new Map<never, never>();
    this.#session = new MediaSession(load, view, { ...this.#environment, arriving, isEarly: early !== undefined });
    return this.#session.open();
  }
}
