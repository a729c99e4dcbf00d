import type { HeadStartMessage, MediaLoad, MediaWorkerApi } from '../../protocol/media/media-worker.ts';
import { fail, type Outcome } from '../../protocol/runtime/outcome.ts';
import { MediaSession, type MediaSessionEnvironment } from './media-session.ts';
import { arrivingSegments, type ArrivingSegments } from './head-start/arriving-segments.ts';

/** Main's interface to the worker, for the one open stream. */
export class MediaService implements MediaWorkerApi {
  readonly #environment: Omit<MediaSessionEnvironment, 'arriving'>;
  #session: MediaSession | null = null;

  constructor(environment: Omit<MediaSessionEnvironment, 'arriving'>) {
    this.#environment = environment;
  }

  ping = (): 'ready' => 'ready';

  load = (load: MediaLoad, view: unknown): Promise<Outcome<void>> => this.#open(load, view as MessagePort);

  recover = (positionSeconds: number): Promise<Outcome<void>> =>
    this.#session?.recover(positionSeconds) ?? Promise.resolve(fail('player.internal', 'closed'));

  setQuality: MediaWorkerApi['setQuality'] = (quality) => this.#session?.setQuality(quality);
  setAudioTrack: MediaWorkerApi['setAudioTrack'] = (id) => this.#session?.setAudioTrack(id);
  setBox: MediaWorkerApi['setBox'] = (box) => this.#session?.setBox(box);

  startHead({ load, arriving }: HeadStartMessage, view: MessagePort, ports: readonly MessagePort[]): void {
    void this.#open(load, view, arrivingSegments(arriving, ports));
  }

  #open(load: MediaLoad, view: MessagePort, arriving: ArrivingSegments = new Map()): Promise<Outcome<void>> {
    this.#session?.close();
    this.#session = new MediaSession(load, view, { ...this.#environment, arriving });
    return this.#session.open();
  }
}
