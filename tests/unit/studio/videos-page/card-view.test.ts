import { expect, test } from 'vitest';
import type { VideoUpload } from '../../../../protocol/provider/video-uploads.ts';
import { createAddresses } from '../../../../src/studio/videos-page/addresses.ts';
import { cardView, isSameFile, type TransferView } from '../../../../src/studio/videos-page/card-view.ts';
import { TransferRate } from '../../../../src/studio/videos-page/transfer-rate.ts';
import { leftWords, shareWords } from '../../../../src/studio/videos-page/words.ts';

const UPLOAD: VideoUpload = {
  ...{ id: 'AAAAAAAAAAA', fileName: 'film.mp4', sizeBytes: 2_000_000, modifiedMs: 7, receivedBytes: 500_000 },
  ...{ state: 'uploading', place: null, progress: null, fault: null, film: null },
};
const SENDING: TransferView = { state: 'sending', sentBytes: 1_000_000, leftSeconds: 90, problem: '' };
const STOPPED: TransferView = { ...SENDING, state: 'stopped', leftSeconds: null, problem: 'The connection is lost.' };
const PROGRESS = { step: 'encoding', share: 0.437, leftSeconds: 12 };

test.each([
  [{}, null, false, '25 % of 2 MB has arrived. Choose the same file again to go on.', 0.25, 'choose cancel'],
  [{}, null, true, '25 % of 2 MB has arrived, from another page.', 0.25, 'cancel'],
  [{}, SENDING, false, 'Uploading: 50 % of 2 MB, 2 min left.', 0.5, 'cancel'],
  [
    ...([{}, { ...SENDING, state: 'reconnecting', leftSeconds: null }, false] as const),
    ...(['The connection is lost, 50 % of 2 MB sent. Trying again…', 0.5, 'cancel'] as const),
  ],
  [{}, STOPPED, false, 'The connection is lost. 50 % of 2 MB sent.', 0.5, 'goOn cancel'],
  [{ state: 'waiting', place: 2 }, null, false, 'Waiting to be prepared: place 2 in the queue.', null, 'cancel'],
  [{ state: 'preparing' }, null, false, 'Preparing…', 0, 'cancel'],
  [{ state: 'preparing', progress: PROGRESS }, null, false, 'Preparing: encoding, 43 %, 12 s left.', 0.437, 'cancel'],
  [{ state: 'failed', fault: 'The disk is full.' }, null, false, 'The disk is full.', null, 'again remove'],
  [
    ...([{ state: 'failed', fault: 'It is a picture.', isFaultOfFile: true }, null, false] as const),
    ...(['It is a picture.', null, 'remove'] as const),
  ],
  [
    ...([{ state: 'ready', film: { title: 'A video', width: 1, height: 1 } }, null, false] as const),
    ...(['“A video” is in the catalog.', null, 'remove'] as const),
  ],
] as const)(
  'the card of an upload with %j and the transfer %j shows status, progress and actions',
  (fields, transfer, isSentElsewhere, status, share, actions) => {
    const view = cardView({ upload: { ...UPLOAD, ...fields }, transfer, isSentElsewhere });
    expect([view.status, view.share, view.actions.join(' ')]).toEqual([status, share, actions]);
    expect(view.isAlarm).toBe('fault' in fields || transfer === STOPPED);
  },
);

test('the announcement for screen readers does not change with each percent', () => {
  const at = (sentBytes: number): string =>
    cardView({ upload: UPLOAD, transfer: { ...SENDING, sentBytes }, isSentElsewhere: false }).announcement;
  expect(at(1)).toBe(at(1_999_999));
});

test('a file continues an interrupted upload only if name, size and date are equal', () => {
  const file = { name: 'film.mp4', size: 2_000_000, lastModified: 7 };
  expect(isSameFile(UPLOAD, file)).toBe(true);
  for (const other of [{ name: 'b.mp4' }, { size: 1 }, { lastModified: 8 }])
    expect(isSameFile(UPLOAD, { ...file, ...other })).toBe(false);
  expect(isSameFile({ ...UPLOAD, state: 'ready' }, file)).toBe(false);
});

test('the remaining time follows the rate of the last 15 seconds', () => {
  const rate = new TransferRate();
  rate.add({ atMs: 0, sentBytes: 0 });
  rate.add({ atMs: 1_000, sentBytes: 1_000 });
  expect(rate.secondsFor(5_000)).toBeNull();
  rate.add({ atMs: 4_000, sentBytes: 4_000 });
  expect(rate.secondsFor(5_000)).toBe(5);
  rate.add({ atMs: 18_000, sentBytes: 4_100 });
  rate.add({ atMs: 20_000, sentBytes: 8_000 });
  expect(rate.secondsFor(3_900)).toBe(2);
});

test('the transfer rate is measured anew after a lost connection', () => {
  const rate = new TransferRate();
  rate.add({ atMs: 0, sentBytes: 0 });
  rate.add({ atMs: 5_000, sentBytes: 9_000 });
  rate.add({ atMs: 6_000, sentBytes: 1_000 });
  expect(rate.secondsFor(1_000)).toBeNull();
  rate.add({ atMs: 9_000, sentBytes: 4_000 });
  expect(rate.secondsFor(1_000)).toBe(1);
});

test('a transfer without progress has no remaining time', () => {
  const rate = new TransferRate();
  rate.add({ atMs: 0, sentBytes: 5 });
  rate.add({ atMs: 9_000, sentBytes: 5 });
  expect(rate.secondsFor(1_000)).toBeNull();
});

test('remaining times and shares are worded for people', () => {
  expect([null, 0.2, 59, 60, 61, 3_600, 7_230].map(leftWords)).toEqual([
    ...['', ', 1 s left', ', 59 s left', ', 1 min left', ', 2 min left', ', 1 h 0 min left', ', 2 h 1 min left'],
  ]);
  expect([0, 0.999, 1].map(shareWords)).toEqual(['0 %', '99 %', '100 %']);
});

test.each([
  ['/provider/films', ''],
  ['/provider/films/', ''],
  ['/some/player/provider/films', '/some/player'],
])('the addresses used by a page at %s are below %j', (path, root) => {
  const { uploads, videos, embed } = createAddresses(path);
  expect([uploads, videos, embed('x')]).toEqual([
    ...[`${root}/provider/uploads`, `${root}/provider/api/films`, `${root}/embed/x`],
  ]);
});
