import { expect, onTestFinished, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { mountInterfaceLater } from '../../../src/page/interface/mount-later.ts';
import { createFakePlayer } from '../../support/fake-player.ts';
import { until } from './support/until.ts';

function openPage(mount: () => Promise<unknown>) {
  const root = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => root.remove());
  const player = createFakePlayer();
  const errors: unknown[] = [];
  mountInterfaceLater({ root, player, isDue: false, mount, reportError: (error) => errors.push(error) });
  const press = () => root.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  return { root, player, errors, press };
}

test('mounts the interface once, with the first frame or the first input', async () => {
  let mounts = 0;
  const { player, press } = openPage(async () => (mounts += 1));
  expect(mounts).toBe(0);
  player.goTo(PLAYER_STATE.playing);
  press();
  player.goTo(PLAYER_STATE.paused);
  expect(mounts).toBe(1);
  expect(player.subscriberCount()).toBe(0);
});

test('retries with the next input when the interface does not load, and reports each failure once', async () => {
  let mounts = 0;
  const { player, errors, press } = openPage(async () => {
    mounts += 1;
    if (mounts === 1) throw new Error('no connection');
  });
  press();
  press();
  await until(() => errors).toEqual([new Error('no connection')]);
  player.goTo(PLAYER_STATE.playing);
  expect(mounts).toBe(1);
  press();
  press();
  expect(mounts).toBe(2);
  expect(errors).toHaveLength(1);
});

test('says from the first failure that nothing is reached, and tries again when the network is back', async () => {
  const { root, errors, press } = openPage(() => Promise.reject(new Error('no connection')));
  press();
  await until(() => errors.length).toBe(1);
  expect(root.hasAttribute('data-unreached')).toBe(true);
  window.dispatchEvent(new Event('online'));
  await until(() => errors.length).toBe(2);
});
