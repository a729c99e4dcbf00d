import * as z from 'zod/mini';
import { QUALITY_NAMES, type QualityName } from '../../../../protocol/host/player-info.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import type { Player, PlayerControl } from '../../player/player.ts';

/** The part of the hot configuration that the player reads. */
const Configured = z.object({ playbackQualityDefault: z.enum(QUALITY_NAMES) });

const QUALITY_COMMANDS = ['setPlaybackQuality', 'setPlaybackQualityRange'] as const;

export interface ConfiguredQualityOptions {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'lastSourceOf'>;
  readonly infrastructure: Pick<Infrastructure, 'ready'>;
}

/**
 * The provider's `playbackQualityDefault`, kept from the last visit, is the quality until viewer or host choose another (S4). It is
 * set once a video offers it.
 */
export async function useConfiguredQuality({
  player,
  control,
  infrastructure,
}: ConfiguredQualityOptions): Promise<void> {
  const { config } = await infrastructure.ready;
  const quality: QualityName = Configured.safeParse(config.hot).data?.playbackQualityDefault ?? 'auto';
  if (quality === 'auto') return;
  const applyOnce = (): void => {
    const { qualities, qualityChoice } = player.getSnapshot();
    if (!qualities.includes(quality)) return;
    stop();
    const isChosen =
      qualityChoice !== 'auto' || QUALITY_COMMANDS.some((name) => control.lastSourceOf(name) !== undefined);
    if (!isChosen) player.execute({ name: 'setPlaybackQuality', arguments: [quality] }, 'preference');
  };
  const stop = player.subscribe(applyOnce);
  applyOnce();
}
