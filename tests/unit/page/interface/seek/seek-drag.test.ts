import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { SeekDrag } from '../../../../../src/page/interface/seek/seek-drag.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

function hold(bufferedRanges: readonly (readonly [number, number])[] = []) {
  const clock = createFakeClock();
  const player = createFakePlayer({
    state: PLAYER_STATE.paused,
    durationSeconds: 100,
    seekable: [0, 100],
    position: { seconds: 10, atMs: 0, rate: 0 },
    bufferedRanges,
  });
  const sent: string[] = [];
  const drag = new SeekDrag({
    player,
    clock,
    attention: { send: (event) => sent.push(event) },
    reportError: (error) => {
      throw error;
    },
  });
  const seeks = (): unknown[] =>
    player.executed.map(({ command }) => (command.name === 'seekTo' ? command.arguments[0] : command.name));
  return { clock, player, drag, sent, seeks };
}

test('a drag over unbuffered video seeks once, when the thumb is released', async () => {
  const { clock, drag, sent, seeks } = hold();
  for (const fraction of [0.2, 0.4, 0.6]) {
    drag.move(fraction);
    expect(drag.get().fraction).toBe(fraction);
    await clock.advance(1_000);
  }
  expect(seeks()).toEqual([]);
  drag.commit();
  expect(seeks()).toEqual([60]);
  expect(drag.get().fraction).toBeNull();
  expect(sent).toEqual(['dragBegan', 'dragEnded']);
});

test('a drag through buffered video seeks at most four times a second', async () => {
  const { clock, drag, seeks } = hold([[0, 50]]);
  for (let step = 0; step < 100; step += 1) {
    drag.move(step / 200);
    await clock.advance(10);
  }
  expect(seeks()).toHaveLength(4);
  drag.move(0.7);
  await clock.advance(1_000);
  drag.move(0.71);
  expect(seeks()).toHaveLength(4);
});

test('a cancelled drag seeks back to its start position, if it has sought at all', () => {
  const loaded = hold([[0, 100]]);
  loaded.drag.move(0.5);
  loaded.drag.cancel();
  expect(loaded.seeks()).toEqual([50, 10]);
  const unloaded = hold();
  unloaded.drag.move(0.5);
  unloaded.drag.cancel();
  expect(unloaded.seeks()).toEqual([]);
  unloaded.drag.cancel();
  unloaded.drag.commit();
  expect(unloaded.seeks()).toEqual([]);
  expect(unloaded.sent).toEqual(['dragBegan', 'dragEnded']);
});
