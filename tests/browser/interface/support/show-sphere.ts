import { AHEAD, normalDirection, type ViewDirection } from '../../../../protocol/media/spherical.ts';
import type { SphericalView } from '../../../../src/page/spherical/spherical-view.ts';
import '../../../../src/page/spherical/spherical.css';
import { VIDEO } from '../../../support/fake-player.ts';
import { find } from './elements.ts';
import { HUNDRED } from './seek-parts.ts';
import { showPlayer, type ShownPlayer } from './show-player.ts';
import { until } from './until.ts';

type UsedView = Pick<SphericalView, 'canvas' | 'direction' | 'onTurn' | 'turnTo' | 'turnBy'>;

/** A fake 360° view that stores the direction and draws nothing. */
class FakeView implements UsedView {
  readonly canvas = document.createElement('canvas');
  readonly #listeners = new Set<() => void>();
  direction: ViewDirection = AHEAD;

  onTurn = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  turnTo(direction: Partial<ViewDirection>): void {
    this.direction = normalDirection({ ...this.direction, ...direction });
    for (const listener of this.#listeners) listener();
  }

  turnBy(yaw: number, pitch: number): void {
    this.turnTo({ yaw: this.direction.yaw + yaw, pitch: this.direction.pitch + pitch });
  }
}

export const SPHERE = { ...HUNDRED, video: { ...VIDEO, isSpherical: true } };

export interface ShownSphere extends ShownPlayer {
  readonly view: UsedView;
}

/** A paused 360° video, whose picture is an empty canvas. */
export async function showSphere(...[patch = SPHERE, options]: Parameters<typeof showPlayer>): Promise<ShownSphere> {
  const view = new FakeView();
  view.canvas.className = 'sphere';
  const shown = await showPlayer(patch, { ...options, loadView: async () => view as UsedView as SphericalView });
  shown.media.after(view.canvas);
  shown.root.dataset['spherical'] = 'shown';
  shown.player.set({ spherical: AHEAD });
  await until(() => document.querySelectorAll('.compass').length).toBe(1);
  return { ...shown, view };
}

/** Direction of the compass, in degrees to the left. */
export const compassDegrees = (): number => parseFloat(find('.compass').style.getPropertyValue('--look-turn'));
