import { playerStateName } from '../../../protocol/host/player-state.ts';
import type { HostPlayer } from '../../host/player/host-player.ts';
import { make } from '../make.ts';
import { clockTime } from '../../../protocol/runtime/clock-time.ts';

/** Getters by name, with a function that reads the value as text. */
const ROWS: readonly (readonly [getter: string, read: (player: HostPlayer) => string])[] = [
  ['getPlayerState', (player) => `${player.getPlayerState()} ${playerStateName(player.getPlayerState())}`],
  ['getCurrentTime', (player) => player.getCurrentTime().toFixed(2)],
  ['getDuration', (player) => `${player.getDuration().toFixed(2)} (${clockTime(player.getDuration())})`],
  ['getVideoLoadedFraction', (player) => player.getVideoLoadedFraction().toFixed(3)],
  ['getVideoData', (player) => `${player.getVideoData().title} (${player.getVideoData().video_id})`],
  ['getVideoUrl', (player) => player.getVideoUrl()],
  ['getVolume', (player) => player.getVolume().toFixed(0)],
  ['isMuted', (player) => String(player.isMuted())],
  ['getPlaybackRate', (player) => `${player.getPlaybackRate()}`],
  ['getPlaybackQuality', (player) => player.getPlaybackQuality()],
  ['getAvailableQualityLevels', (player) => player.getAvailableQualityLevels().join(', ')],
  ['getOptions', (player) => player.getOptions().join(', ')],
  ['getPlaylist', (player) => player.getPlaylist()?.join(', ') ?? 'null'],
  ['getSphericalProperties', (player) => JSON.stringify(player.getSphericalProperties())],
];

/** Shows a row for each getter. Returns a function that updates the cells whose text has changed. */
export function showInfoTable(body: HTMLElement, player: HostPlayer): () => void {
  const rows = ROWS.map(([getter, read]) => {
    const cell = make('td');
    body.append(make('tr', {}, make('th', { scope: 'row' }, getter), cell));
    return { cell, read };
  });
  return () => {
    for (const { cell, read } of rows) {
      const text = read(player);
      if (cell.textContent !== text) cell.textContent = text;
    }
  };
}
