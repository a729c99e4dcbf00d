import type { QualityName } from '../../../../protocol/host/player-info.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player } from '../../player/player.ts';

/** A short look at another tab does not switch the stream. */
export const GLANCE_MS = 3_000;

export interface ListenWhileHiddenOptions {
  readonly player: Player;
  readonly clock: Clock;
  readonly document: Pick<Document, 'hidden'> & EventTarget;
}

/** For viewers who save data, plays only the sound while the tab is hidden. A quality that the viewer chooses meanwhile stays. */
export function listenWhileHidden({ player, clock, document }: ListenWhileHiddenOptions): void {
  let before: QualityName | null = null;
  let cancel = (): void => undefined;
  const choose = (quality: QualityName): void =>
    void player.execute({ name: 'setPlaybackQuality', arguments: [quality] }, 'viewer');
  const begin = (): void => {
    const { state, qualities, qualityChoice, dataSaver, pictureInPicture } = player.getSnapshot();
    const isSeen = pictureInPicture || state !== PLAYER_STATE.playing;
    if (isSeen || !dataSaver.isOn || qualityChoice === 'audio' || !qualities.includes('audio')) return;
    before = qualityChoice;
    choose('audio');
  };
  const end = (): void => {
    const quality = before;
    before = null;
    if (quality !== null && player.getSnapshot().qualityChoice === 'audio') choose(quality);
  };
  document.addEventListener('visibilitychange', () => {
    cancel();
    if (document.hidden) cancel = clock.after(GLANCE_MS, begin);
    else end();
  });
}
