import { expect, test } from 'vitest';
import { NO_VIDEO } from '../../../../src/page/player/initial-snapshot.ts';
import type { MediaSourceDescription } from '../../../../protocol/media/media-engine.ts';
import type { HeadStart, StreamHeadStart } from '../../../../src/page/boot/boot-state.ts';
import { retainHeadStart } from '../../../../src/page/engines/retain-head-start.ts';
import { createPromptChannel } from '../../../support/fake-port.ts';
import { FakeWorker } from '../../../support/fake-worker.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';

const SOURCE: MediaSourceDescription = { videoId: 'aaaaaaaaaaa', progressive: [], isLive: false, startSeconds: 0 };

function setUp({ hasFailed = false, isBegun = true } = {}) {
  let drops = 0;
  const headStart: StreamHeadStart = {
    kind: 'stream',
    videoId: 'aaaaaaaaaaa',
    startSeconds: 0,
    hasFailed,
    worker: new FakeWorker(),
    port: createPromptChannel().port1,
    messages: [],
    stopQueueing: () => undefined,
    drop: () => void (drops += 1),
  };
  const prepared: StreamHeadStart = { ...headStart };
  const ahead = {
    videoId: 'aaaaaaaaaaa',
    take: () => prepared,
    drop: () => void (drops += 1),
  };
  const boot: { headStart: HeadStart | null; ahead: typeof ahead } = { headStart: isBegun ? headStart : null, ahead };
  const player = createFakePlayer({ video: NO_VIDEO });
  const show = (videoId: string): void => player.set({ video: { ...NO_VIDEO, videoId } });
  return { headStart, prepared, boot, show, take: retainHeadStart(boot, player), drops: () => drops };
}

test('the first engine of the video takes the head start, and a later engine gets none', () => {
  const { headStart, show, take, drops } = setUp();
  show('aaaaaaaaaaa');
  expect([take(), take(), drops()]).toEqual([headStart, null, 0]);
});

test('the head start is kept while no video is shown', () => {
  const { boot, show, drops } = setUp();
  show('');
  expect([boot.headStart === null, drops()]).toEqual([false, 0]);
});

test('a head start is dropped when another video is shown, and does not come back with its own video', () => {
  const { show, take, drops } = setUp();
  show('bbbbbbbbbbb');
  // The drops of the head start and of the prepared stream.
  expect([take(), drops()]).toEqual([null, 2]);
  show('aaaaaaaaaaa');
  expect([take(), drops()]).toEqual([null, 2]);
});

test('a head start whose worker has not loaded is dropped', () => {
  const { take, drops } = setUp({ hasFailed: true });
  expect([take(), take(), drops()]).toEqual([null, null, 1]);
});

test('a prepared stream is taken by an engine with a stream source, not by an engine of a file', () => {
  const { prepared, show, take, drops } = setUp({ isBegun: false });
  show('aaaaaaaaaaa');
  expect([take(), take(SOURCE), drops()]).toEqual([null, prepared, 0]);
});

test('a prepared stream is dropped when another video is shown', () => {
  const { show, drops } = setUp({ isBegun: false });
  show('bbbbbbbbbbb');
  expect(drops()).toBe(1);
});
