import type { SphereRendererModule } from '../../../protocol/media/spherical.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PlayerController } from '../player/player-controller.ts';
import { SphericalLoader } from './spherical-loader.ts';

export interface LoadSphericalOptions {
  readonly player: PlayerController;
  readonly clock: Clock;
  readonly root: HTMLElement;
  readonly media: HTMLVideoElement;
  readonly allowWorker: boolean;
  /** Address of the renderer's script, for a worker and for main. */
  readonly rendererUrl: string;
  readonly startWorker: () => Worker;
  readonly reportError: (error: unknown) => void;
}

/** Creates the loader of the spherical view. The poster stays until the first drawn picture, so that no picture is shown unprojected. */
export function loadSpherical({ rendererUrl, ...options }: LoadSphericalOptions): SphericalLoader {
  const { player, root, reportError } = options;
  return new SphericalLoader(
    player,
    async (onUnavailable) => {
      root.setAttribute('data-spherical', 'waiting');
      const { SphericalView } = await import('./spherical-view.ts');
      return new SphericalView({
        ...options,
        loadModule: () => import(/* @vite-ignore */ rendererUrl) as Promise<SphereRendererModule>,
        onUnavailable,
      });
    },
    () => {
      root.removeAttribute('data-spherical');
      player.settings.refuseSpherical();
    },
    reportError,
  );
}
