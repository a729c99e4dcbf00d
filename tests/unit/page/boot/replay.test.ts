import { expect, test, vi } from 'vitest';
import { replayPress } from '../../../../src/page/composition/replay-press.ts';
import { mountInterfaceLater } from '../../../../src/page/interface/mount-later.ts';
import { Connection } from '../../../../src/page/player/connection/connection.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';
import { FakeMediaElement } from '../../../support/fake-media-element.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';

const momentOf = ({ timeStamp }: { readonly timeStamp: number }): number => 1_000 + timeStamp;

test.each([
  [true, 'playVideo'],
  [false, 'pauseVideo'],
])('the last press before the module (plays: %s) runs %s with its own timestamp', (plays, name) => {
  const player = createFakePlayer();
  replayPress({ plays, isTap: false, timeStamp: 400 }, player, momentOf);
  expect(player.executed).toEqual([{ command: { name, arguments: [] }, by: 'viewer', atMs: 1_400 }]);
});

test('without a press the replay runs no command', () => {
  const player = createFakePlayer();
  replayPress(null, player, momentOf);
  expect(player.executed).toEqual([]);
});

test('a press from before an error is not replayed, since it would be a retry [P8]', () => {
  const player = createFakePlayer({ error: { code: 'api.invalidparam', title: '', advice: '', retryable: false } });
  replayPress({ plays: true, isTap: false, timeStamp: 400 }, player, momentOf);
  expect(player.executed).toEqual([]);
});

function setUp(isDue: boolean) {
  const ownerDocument = new EventTarget();
  const player = createFakePlayer();
  const mount = vi.fn(() => Promise.resolve());
  const reportError = vi.fn();
  const clock = createFakeClock();
  const media = new FakeMediaElement(clock);
  const connection = new Connection({
    window: Object.assign(new EventTarget(), { navigator: { onLine: true } as Navigator }),
    clock,
    reportError,
  });
  const root = {
    ownerDocument,
    querySelector: () => null,
    toggleAttribute: () => false,
    removeAttribute: () => undefined,
  } as unknown as HTMLElement;
  mountInterfaceLater({ root, media, player, connection, clock, isDue, isAlone: () => false, mount, reportError });
  return { ownerDocument, player, mount };
}

test('the interface is mounted at once, and only once, if the viewer has already pressed something', async () => {
  const { ownerDocument, player, mount } = setUp(true);
  expect(mount).toHaveBeenCalledTimes(1);
  ownerDocument.dispatchEvent(new Event('keydown'));
  player.goTo(1);
  expect(mount).toHaveBeenCalledTimes(1);
  await settle();
  expect(player.subscriberCount()).toBe(0);
});

test('without an earlier press the interface is mounted at the first input or the first frame', () => {
  const first = setUp(false);
  expect(first.mount).not.toHaveBeenCalled();
  first.ownerDocument.dispatchEvent(new Event('pointermove'));
  expect(first.mount).toHaveBeenCalledTimes(1);
  const second = setUp(false);
  second.player.goTo(1);
  expect(second.mount).toHaveBeenCalledTimes(1);
});
