import { expect, onTestFinished, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import '../../../src/page/boot/shell.css';
import {
  mountInterfaceLater,
  MOUNT_RETRY_MS,
  PRESS_PATIENCE_MS,
  type MountLaterOptions,
} from '../../../src/page/interface/mount-later.ts';
import { mirrorToRoot } from '../../../src/page/interface/controls/root-attributes.ts';
import { Connection } from '../../../src/page/player/connection/connection.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakePlayer } from '../../support/fake-player.ts';
import { until } from './support/until.ts';

const ERROR = { code: 'net.connect', title: '', advice: '', retryable: true } as const;

/** The first paint, whose picture has `readyState` data. */
function openPage(
  mount: () => Promise<unknown>,
  readyState = 0,
  alone: Partial<Pick<MountLaterOptions, 'isAlone' | 'leaveAlone'>> = {},
) {
  const root = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => root.remove());
  root.className = 'player';
  root.innerHTML =
    '<button class="big-play"></button><p class="unreached">Can’t connect.</p><div class="interface"></div>';
  const player = createFakePlayer();
  const clock = createFakeClock();
  const errors: unknown[] = [];
  const reportError = (error: unknown): unknown => errors.push(error);
  const connection = new Connection({ window, clock, reportError });
  const media = Object.assign(new EventTarget(), { readyState });
  onTestFinished(mirrorToRoot(root, player));
  mountInterfaceLater({
    root,
    media,
    player,
    connection,
    clock,
    isDue: false,
    isAlone: () => true,
    mount,
    reportError,
    ...alone,
  });
  const press = () => root.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  // The parts of the first paint that a viewer sees.
  const shown = (): string[] =>
    ['big-play', 'unreached'].filter((name) =>
      root.querySelector(`.${name}`)?.checkVisibility({ opacityProperty: true }),
    );
  return { root, player, clock, connection, media, errors, press, shown };
}

const never = (): Promise<unknown> => new Promise(() => undefined);
const refused = (): Promise<unknown> => Promise.reject(new Error('no connection'));
const lose = (): boolean => window.dispatchEvent(new Event('offline'));
const regain = (): boolean => window.dispatchEvent(new Event('online'));

test('the interface mounts once, with the first frame or the first input', async () => {
  let mounts = 0;
  const { player, press } = openPage(async () => (mounts += 1));
  expect(mounts).toBe(0);
  player.goTo(PLAYER_STATE.playing);
  press();
  player.goTo(PLAYER_STATE.paused);
  expect(mounts).toBe(1);
  // The mirror of the root is left.
  await until(player.subscriberCount).toBe(1);
});

test.each(['pointermove', 'pointerdown', 'focusin'])(
  '%s on a cued video delays the mount of the interface',
  async (type) => {
    let mounts = 0;
    const { root, player, clock } = openPage(async () => (mounts += 1));
    player.goTo(PLAYER_STATE.cued);
    const meet = () => root.querySelector('.big-play')?.dispatchEvent(new PointerEvent(type, { bubbles: true }));
    meet();
    await clock.advance(PRESS_PATIENCE_MS - 1);
    meet();
    expect(mounts).toBe(0);
    await clock.advance(1);
    expect([mounts, clock.pendingCount()]).toEqual([1, 0]);
  },
);

test('playback that a pointer on the picture has started mounts the interface, once', async () => {
  let mounts = 0;
  const { root, player, clock } = openPage(async () => (mounts += 1));
  player.goTo(PLAYER_STATE.cued);
  root.querySelector('.big-play')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  player.goTo(PLAYER_STATE.playing);
  expect([mounts, clock.pendingCount()]).toEqual([1, 0]);
  await clock.advance(PRESS_PATIENCE_MS);
  expect(mounts).toBe(1);
});

test('an interface that does not load is retried with the next input, and each failure is reported once', async () => {
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

test('the first paint shows from the first failure that the server is unreachable, and the interface loads again when the network is back', async () => {
  const { errors, press, shown } = openPage(refused);
  press();
  await until(() => errors.length).toBe(1);
  await until(shown).toEqual(['big-play', 'unreached']);
  regain();
  await until(() => errors.length).toBe(2);
});

test('the message about a failed interface disappears while the video plays, and once the network is back', async () => {
  let mounts = 0;
  const { player, media, press, errors, shown } = openPage(() => ((mounts += 1) === 1 ? refused() : never()));
  player.goTo(PLAYER_STATE.buffering);
  press();
  await until(() => errors.length).toBe(1);
  await until(shown).toEqual(['big-play', 'unreached']);
  media.readyState = 4;
  media.dispatchEvent(new Event('playing'));
  expect(shown()).toEqual([]);
  media.readyState = 2;
  media.dispatchEvent(new Event('waiting'));
  expect(shown()).toEqual(['big-play', 'unreached']);
  regain();
  expect([mounts, shown()]).toEqual([2, []]);
});

test('an interface that fails to load after the network has returned is retried after a delay', async () => {
  let mounts = 0;
  const { clock, connection, errors, press, root } = openPage(async () => {
    mounts += 1;
    if (mounts === 1) throw new Error('cut');
  });
  lose();
  regain();
  press();
  await until(() => errors.length).toBe(1);
  expect(connection.get()).toBe('offline');
  await clock.advance(MOUNT_RETRY_MS);
  expect(mounts).toBe(2);
  await until(connection.get).toBe('back');
  expect(root.hasAttribute('data-unreached')).toBe(false);
});

test.each([
  ['a stall', PLAYER_STATE.buffering, null],
  ['an error', PLAYER_STATE.unstarted, ERROR],
] as const)('%s without a network is explained, with a button, while the interface loads', (_what, state, error) => {
  const { player, shown } = openPage(never, 2);
  player.goTo(PLAYER_STATE.playing);
  player.goTo(state, { error });
  expect(shown()).toEqual([]);
  lose();
  expect(shown()).toEqual(['big-play', 'unreached']);
  regain();
  expect(shown()).toEqual([]);
});

test('offline, a message appears over the picture only once the buffer has run out', () => {
  const { player, media, shown } = openPage(never, 4);
  player.goTo(PLAYER_STATE.buffering);
  lose();
  expect(shown()).toEqual([]);
  media.readyState = 2;
  media.dispatchEvent(new Event('waiting'));
  expect(shown()).toEqual(['big-play', 'unreached']);
  regain();
});

test('a pause before the interface has loaded shows a play button', () => {
  const { player, shown } = openPage(never, 4);
  player.goTo(PLAYER_STATE.playing);
  expect(shown()).toEqual([]);
  player.goTo(PLAYER_STATE.paused);
  expect(shown()).toEqual(['big-play']);
  player.goTo(PLAYER_STATE.playing);
  expect(shown()).toEqual([]);
});

/** A video that starts by itself; `need` is what mounts the interface. */
function openAlone(mount: () => Promise<unknown>) {
  const told: boolean[] = [];
  const left = { count: 0, isBegun: false, need: (): void => undefined };
  const opened = openPage(mount, 4, {
    async leaveAlone(need, isBegun) {
      Object.assign(left, { need, isBegun: isBegun(), count: left.count + 1 });
      return (isMounted) => void told.push(isMounted);
    },
  });
  return { ...opened, left, told };
}

test('a video that starts by itself is left alone once, until there is a reason to mount', async () => {
  let mounts = 0;
  const { player, left, told } = openAlone(async () => (mounts += 1));
  player.goTo(PLAYER_STATE.buffering);
  expect(left.count).toBe(0);
  for (const state of [PLAYER_STATE.playing, PLAYER_STATE.buffering, PLAYER_STATE.playing]) player.goTo(state);
  expect([mounts, left.count, left.isBegun]).toEqual([0, 1, false]);
  left.need();
  left.need();
  expect(mounts).toBe(1);
  await until(() => told).toEqual([true]);
});

test.each(['pointermove', 'pointerdown', 'focusin', 'keydown', 'click'])(
  '%s mounts the interface of a video that has been left alone',
  async (type) => {
    let mounts = 0;
    const { root, player, told } = openAlone(async () => (mounts += 1));
    player.goTo(PLAYER_STATE.playing);
    root.dispatchEvent(new Event(type, { bubbles: true }));
    expect(mounts).toBe(1);
    await until(() => told).toEqual([true]);
  },
);

const touch = (on: Element, type: string): boolean =>
  on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }));
const play = (root: Element): Element => root.querySelector('.big-play') ?? root;

test('a tap that plays a cued video leaves it alone, and the next touch mounts the interface', async () => {
  let mounts = 0;
  const { root, player, clock, left } = openAlone(async () => (mounts += 1));
  player.goTo(PLAYER_STATE.cued);
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'focusin']) touch(play(root), type);
  player.goTo(PLAYER_STATE.buffering);
  touch(play(root), 'click');
  await clock.advance(PRESS_PATIENCE_MS);
  player.goTo(PLAYER_STATE.playing);
  expect([mounts, left.count]).toEqual([0, 1]);
  touch(root, 'pointerdown');
  expect(mounts).toBe(1);
});

test('after a finger has slid off the picture of a cued video, a mouse mounts the interface once it has rested', async () => {
  let mounts = 0;
  const { root, player, clock } = openAlone(async () => (mounts += 1));
  player.goTo(PLAYER_STATE.cued);
  for (const type of ['pointerdown', 'pointercancel']) touch(play(root), type);
  play(root).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
  await clock.advance(PRESS_PATIENCE_MS);
  expect(mounts).toBe(1);
});

test('a tap on a page that cannot be left alone mounts the interface with the first frame', () => {
  let mounts = 0;
  const { root, player } = openPage(async () => (mounts += 1), 4);
  player.goTo(PLAYER_STATE.cued);
  touch(play(root), 'pointerdown');
  player.goTo(PLAYER_STATE.playing);
  expect(mounts).toBe(1);
});

test('an interface that an input has begun to load before the first frame is not left alone', () => {
  let mounts = 0;
  const { player, press, left } = openAlone(() => ((mounts += 1), never()));
  player.goTo(PLAYER_STATE.buffering);
  press();
  player.goTo(PLAYER_STATE.playing);
  expect([mounts, left.count]).toEqual([1, 0]);
});

test('a reason to mount does not request a failed interface again before its retry is due', async () => {
  let mounts = 0;
  const { player, left, told, errors, clock } = openAlone(() => ((mounts += 1), refused()));
  player.goTo(PLAYER_STATE.playing);
  left.need();
  await until(() => errors.length).toBe(1);
  left.need();
  expect([mounts, told]).toEqual([1, [false]]);
  await clock.advance(MOUNT_RETRY_MS);
  expect(mounts).toBe(2);
});

test('if the code that defers the interface fails to load, the interface mounts at once', async () => {
  let mounts = 0;
  const { player, errors } = openPage(async () => (mounts += 1), 4, { leaveAlone: refused as () => Promise<never> });
  player.goTo(PLAYER_STATE.playing);
  await until(() => [mounts, errors.length]).toEqual([1, 1]);
});
