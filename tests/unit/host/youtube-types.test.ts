/// <reference types="youtube" />
import { expectTypeOf, test } from 'vitest';
import type { HostPlayer } from '../../../src/host/player/host-player.ts';

/**
 * Checked by the compiler, in strict mode. Where `@types/youtube` is not right: qualities are also `tiny`, `hd1440`, `auto` and others; without a list there is no
 * playlist; and a player whose element is still to be parsed has no frame.
 */
type WrongThere = 'getPlaybackQuality' | 'getAvailableQualityLevels' | 'getPlaylist' | 'getIframe';

test('a player is what pages typed for YT.Player expect', () => {
  expectTypeOf<HostPlayer>().toExtend<Omit<YT.Player, WrongThere>>();
});

test('where the other types are wrong, the difference is the one that is documented', () => {
  expectTypeOf<ReturnType<HostPlayer['getPlaybackQuality']>>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<HostPlayer['getAvailableQualityLevels']>>().toEqualTypeOf<string[]>();
  expectTypeOf<ReturnType<HostPlayer['getPlaylist']>>().toEqualTypeOf<string[] | null>();
  expectTypeOf<ReturnType<HostPlayer['getIframe']>>().toEqualTypeOf<HTMLIFrameElement | undefined>();
});
