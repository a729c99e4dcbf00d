/// <reference types="youtube" />
import { expectTypeOf, test } from 'vitest';
import type { HostPlayer } from '../../../src/host/player/host-player.ts';
import type { PlayerConstructor } from '../../../src/host/player-options.ts';

/**
 * Checked by the compiler, in strict mode. Where `@types/youtube` is not right: qualities are also `tiny`, `hd1440`, `auto` and others; without a list there is no
 * playlist; and a player whose element is still to be parsed has no frame.
 */
type WrongThere = 'getPlaybackQuality' | 'getAvailableQualityLevels' | 'getPlaylist' | 'getIframe';

test('HostPlayer can be used by pages typed for YT.Player', () => {
  expectTypeOf<HostPlayer>().toExtend<Omit<YT.Player, WrongThere>>();
});

test('HostPlayer differs from YT.Player only as documented, where @types/youtube is wrong', () => {
  expectTypeOf<ReturnType<HostPlayer['getPlaybackQuality']>>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<HostPlayer['getAvailableQualityLevels']>>().toEqualTypeOf<string[]>();
  expectTypeOf<ReturnType<HostPlayer['getPlaylist']>>().toEqualTypeOf<string[] | null>();
  expectTypeOf<ReturnType<HostPlayer['getIframe']>>().toEqualTypeOf<HTMLIFrameElement | undefined>();
});

/** Never called: only the compiler checks this code, which uses the API as pages do. */
export function pageOf(Player: PlayerConstructor, typed: YT.PlayerOptions): HostPlayer[] {
  const seconds = (value: number): string => value.toFixed(1);
  const player = new Player('a', {
    playerVars: { start: 3, theme: 'dark' },
    events: {
      onReady: ({ target }) => target.playVideo().setVolume(50),
      onStateChange: ({ data, target }) => seconds(data + target.getDuration()),
      onVolumeChange: ({ data: { volume, muted } }) => seconds(muted ? 0 : volume),
      onError: 'nameOfAFunction',
    },
  });
  player.addEventListener('onVideoProgress', ({ data }) => seconds(data));
  player.addEventListener('onStateChange', ({ target }) => target.pauseVideo());
  player.addEventListener('onSomethingElse', ({ data }) => String(data));
  const listener: YT.PlayerEventHandler<YT.OnStateChangeEvent> = ({ data, target }) => target.seekTo(data, true);
  player.addEventListener('onStateChange', listener);
  return [player, new Player('b', typed), new Player('c', { events: { onStateChange: listener } })];
}

test('events are typed with their data and with the player as their target', () => {
  expectTypeOf(pageOf).returns.toEqualTypeOf<HostPlayer[]>();
});
