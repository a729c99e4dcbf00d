import { expect, test } from 'vitest';
import type { HostCommand } from '../../../../src/page/host-messages/host-messages.ts';
import { watchLifecycle } from '../../../../src/page/lifecycle/lifecycle.ts';
import { LatencyLog } from '../../../../src/page/telemetry/latency-log.ts';
import { CONTROL_ACTION_MS, watchControl } from '../../../../src/page/telemetry/watch-control.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakePage } from '../../../support/fake-document.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';

const SEEK: HostCommand = { name: 'seekTo', arguments: [5, true] };

function watch() {
  const clock = createFakeClock();
  const log = new FakeInfrastructure();
  const player = createFakePlayer();
  const page = createFakePage(clock);
  const lifecycle = watchLifecycle(page);
  watchControl({ latency: new LatencyLog(clock, log), player, control: player, clock, lifecycle });
  return {
    clock,
    player,
    hide: () => page.setInSight(false),
    actions: () => log.payloadsOf('latencyAction'),
    async seek(durationMs: number) {
      player.ran(SEEK, 'viewer');
      player.set({ seeking: true });
      await clock.advance(durationMs);
      player.set({ seeking: false });
    },
  };
}

test('a seek is logged as an action with its command and its duration [L8]', async () => {
  const { clock, seek, actions } = watch();
  await seek(120);
  expect(actions()).toEqual([]);
  await clock.advance(CONTROL_ACTION_MS);
  expect(actions()).toEqual([{ action: 'control', ticks: { seekTo: 0 }, spans: { seek: 120 }, infos: {} }]);
});

test('seeks beyond the fifth in an action, as of a dragged slider, are not counted [L8]', async () => {
  const { clock, seek, actions } = watch();
  for (let count = 0; count < 9; count += 1) await seek(100);
  await clock.advance(CONTROL_ACTION_MS);
  expect(actions()).toMatchObject([{ spans: { seek: 500 } }]);
});

test('an action is logged when the page is hidden, and not once more [L8]', async () => {
  const { clock, seek, hide, actions } = watch();
  await seek(100);
  hide();
  expect(actions()).toMatchObject([{ spans: { seek: 100 } }]);
  await clock.advance(CONTROL_ACTION_MS);
  expect(actions()).toHaveLength(1);
});

test('a stall without a command is logged as an action, and a later stall as another action [L8]', async () => {
  const { clock, player, actions } = watch();
  for (const durationMs of [700, 300]) {
    player.set({ waiting: true });
    await clock.advance(durationMs);
    player.set({ waiting: false });
    await clock.advance(CONTROL_ACTION_MS);
  }
  expect(actions()).toMatchObject([{ ticks: {}, spans: { stall: 700 } }, { spans: { stall: 300 } }]);
});

test('a chosen quality is logged with the time until it is shown, and a restored preference is not logged [L8]', async () => {
  const { clock, player, actions } = watch();
  player.ran({ name: 'mute', arguments: [] }, 'preference');
  await clock.advance(CONTROL_ACTION_MS);
  expect(actions()).toEqual([]);
  player.set({ quality: 'small', qualityChoice: 'hd720' });
  await clock.advance(900);
  player.set({ quality: 'hd720' });
  await clock.advance(CONTROL_ACTION_MS);
  expect(actions()).toMatchObject([{ spans: { quality: 900 } }]);
});
