import type { HeadStartMessage, MediaLoad } from '../../protocol/media/media-worker.ts';
import type { Outcome } from '../../protocol/runtime/outcome.ts';
import { MediaSession } from './media-session.ts';
import type { MediaSessionEnvironment } from './media-session-environment.ts';
import { arrivingSegments, type ArrivingSegments } from './head-start/arriving-segments.ts';

/** The one open stream of the worker; `media-api.ts`, which is loaded later, serves the page's calls to it. */
export class MediaService {
  readonly environment: Omit<MediaSessionEnvironment, 'arriving' | 'isEarly'>;
  session: MediaSession | null = null;

  constructor(environment: Omit<MediaSessionEnvironment, 'arriving' | 'isEarly'>) {
    this.environment = environment;
  }

  startHead({ load, arriving }: HeadStartMessage, view: MessagePort, ports: readonly MessagePort[]): void {
    void this.open(load, view, arrivingSegments(arriving, ports));
  }

  open(load: MediaLoad, view: MessagePort, early?: ArrivingSegments): Promise<Outcome<void>> {
    this.session?.close();
    const arriving = early ?? new Map<never, never>();
    this.session = new MediaSession(load, view, { ...this.environment, arriving, isEarly: early !== undefined });
    return this.session.open();
  }
}
