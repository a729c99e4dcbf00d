import type { StoredConfig } from '../../../protocol/infrastructure/rpc.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { PlayerController } from '../player/player-controller.ts';
import { readErrors } from './recent-errors.ts';

/** The player at one moment, for a person at the console. */
export interface Inspection extends ReturnType<PlayerController['inspect']> {
  readonly state: number;
  readonly videoId: string;
  readonly error: { readonly code: string; readonly title: string } | null;
  readonly infrastructure: {
    /** `null` before the service has responded. */
    readonly mode: string | null;
    readonly storage: string | null;
    /** Configuration that the provider sent at an earlier page load (S4). */
    readonly config: StoredConfig | null;
    /** Events without an acknowledgement on main. */
    readonly unacknowledgedEvents: number;
  };
  /** The latest errors of this page, oldest first. */
  readonly errors: readonly string[];
}

declare global {
  interface Window {
    oriel?: { readonly inspect: () => Inspection };
  }
}

/** Under `?debug=1`: `window.oriel.inspect()` returns the phase, intents, engine, queues and errors as one object. */
export function offerInspection(window: Window, player: PlayerController, infrastructure: Infrastructure): void {
  const errors = readErrors(window);
  let mode: Awaited<Infrastructure['ready']> | null = null;
  void infrastructure.ready.then((ready) => (mode = ready));
  window.oriel = {
    inspect: () => {
      const { state, video, error } = player.getSnapshot();
      return {
        state,
        videoId: video.videoId,
        error: error === null ? null : { code: error.code, title: error.title },
        ...player.inspect(),
        infrastructure: {
          mode: mode?.mode ?? null,
          storage: mode?.storage ?? null,
          config: mode?.config ?? null,
          unacknowledgedEvents: infrastructure.unacknowledged().length,
        },
        errors: [...errors],
      };
    },
  };
}
