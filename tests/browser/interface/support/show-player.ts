import { page as frame } from 'vitest/browser';
import type { HostCommand } from '../../../../src/page/host-messages/host-messages.ts';
import type { Features } from '../../../../src/page/interface/shared/features.ts';
import type { GivenTools, PageTools } from '../../../../src/page/interface/tools.ts';
import type { PlayerControl, PlayerSnapshot } from '../../../../src/page/player/player.ts';
import type { SphericalView } from '../../../../src/page/spherical/spherical-view.ts';
import type { FakeClock } from '../../../support/fake-clock.ts';
import type { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import type { FakePlayer } from '../../../support/fake-player.ts';
import { openInterface, type Report } from './open-interface.ts';
import { mouse } from './real-pointers.ts';
import { until } from './until.ts';

interface ShowOptions {
  readonly size?: readonly [width: number, height: number];
  /** Query of the page's address. */
  readonly query?: string;
  readonly page?: Partial<PageTools>;
  readonly loadView?: () => Promise<SphericalView>;
  readonly control?: Partial<PlayerControl>;
}

export interface ShownPlayer {
  readonly player: FakePlayer;
  readonly infrastructure: FakeInfrastructure;
  readonly clock: FakeClock;
  readonly root: HTMLElement;
  readonly media: HTMLVideoElement;
  readonly given: GivenTools;
  readonly features: Features;
  readonly reports: readonly Report[];
  /** Arguments of the viewer's commands of one name, in order. */
  readonly commands: (name: HostCommand['name']) => unknown[];
}

/** The player as a viewer sees it: mounted, with a picture that receives presses, and the mouse outside its frame. */
export async function showPlayer(
  patch: Partial<PlayerSnapshot> = {},
  { size = [640, 360], control = {}, ...options }: ShowOptions = {},
): Promise<ShownPlayer> {
  await frame.viewport(...size);
  await mouse.leave();
  const opened = await openInterface(patch, { ...options, hasSurface: true });
  const { player, infrastructure, clock, given, container, reports } = opened;
  const { root, media } = given.page;
  Object.assign(given.playback.control, control);
  opened.mount(opened.features);
  await until(() => container.querySelectorAll('[aria-live]').length).toBe(1);
  return {
    ...{ player, infrastructure, clock, root, media, given, reports, features: opened.features },
    commands: (name) =>
      player.executed.flatMap(({ command, by }) =>
        command.name === name && by === 'viewer' ? [command.arguments] : [],
      ),
  };
}
