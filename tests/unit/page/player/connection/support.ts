import type { PlayerErrorCode } from '../../../../../protocol/errors.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { Connection } from '../../../../../src/page/player/connection/connection.ts';
import { retryWithNetwork } from '../../../../../src/page/player/connection/network-retry.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

/** A playing player with a connection; `go` loses and restores the network, `fail` sets an error. */
export function openConnection(onLine = true) {
  const clock = createFakeClock();
  const browser = Object.assign(new EventTarget(), { navigator: { onLine } as Navigator });
  const connection = new Connection({
    window: browser,
    clock,
    reportError(error) {
      throw error;
    },
  });
  const player = createFakePlayer({ state: PLAYER_STATE.playing });
  const retries: number[] = [];
  player.retry = () => {
    retries.push(clock.monotonicNow());
    player.set({ error: null });
    return succeed(undefined);
  };
  retryWithNetwork({
    player,
    connection,
    clock,
    control: player,
  });
  const go = (type: 'online' | 'offline'): void => void browser.dispatchEvent(new Event(type));
  const fail = (code: PlayerErrorCode, retryable = true): void =>
    player.goTo(PLAYER_STATE.unstarted, { error: { code, title: '', advice: '', retryable } });
  return { clock, connection, player, retries, go, fail };
}
