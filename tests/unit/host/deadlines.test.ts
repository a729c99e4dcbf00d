import { expect, test, vi } from 'vitest';
import { deadline, departure } from '../../../src/host/client/deadlines.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** The part of a frame that the deadlines read. */
function createFrame(state: { isLazy?: boolean; isPromised?: boolean; contentWindow?: object | null } = {}) {
  const element = Object.assign(new EventTarget(), { contentWindow: {} as object | null, ...state });
  return { isLazy: false, isPromised: false, ...state, element: element as unknown as HTMLIFrameElement };
}

function watch(promise: Promise<never>) {
  const onReject = vi.fn();
  promise.catch(onReject);
  return () => onReject.mock.calls.map(([error]) => (error as { code: string }).code);
}

function start(frame = createFrame(), timeoutMs = 10_000) {
  const clock = createFakeClock();
  const end = new AbortController();
  const codes = watch(deadline(clock, frame, timeoutMs, end.signal));
  return { clock, end, frame, codes, load: () => frame.element.dispatchEvent(new Event('load')) };
}

test('a load of a frame that is not lazy does not postpone its deadline', async () => {
  const { clock, codes, load } = start();
  await clock.advance(6_000);
  load();
  await clock.advance(3_999);
  expect(codes()).toEqual([]);
  await clock.advance(1);
  expect(codes()).toEqual(['timeout']);
});

test.each(['isLazy', 'isPromised'] as const)('with %s the deadline starts when the frame loads', async (reason) => {
  const frame = createFrame({ [reason]: true });
  const { clock, codes, load } = start(frame);
  await clock.advance(1_000_000);
  expect(codes()).toEqual([]);
  frame.isPromised = false;
  load();
  await clock.advance(9_999);
  expect(codes()).toEqual([]);
  await clock.advance(1);
  expect(codes()).toEqual(['timeout']);
});

test('a load does not start the deadline while a consent manager withholds the player', async () => {
  const { clock, codes, load } = start(createFrame({ isPromised: true }));
  load();
  await clock.advance(1_000_000);
  expect(codes()).toEqual([]);
});

test('a frame that is out of the page for four seconds counts as destroyed, a moved frame does not', async () => {
  const clock = createFakeClock();
  const { element } = createFrame();
  const codes = watch(departure(clock, element, new AbortController().signal));
  const be = (contentWindow: object | null) => Object.assign(element, { contentWindow });
  await clock.advance(60_000);
  be(null);
  await clock.advance(3_000);
  be({});
  await clock.advance(1_000);
  be(null);
  await clock.advance(3_000);
  expect(codes()).toEqual([]);
  await clock.advance(1_000);
  expect(codes()).toEqual(['destroyed']);
  expect(clock.pendingCount()).toBe(0);
});

test('aborting the deadlines of a frame leaves no timer', () => {
  const { clock, end, frame } = start();
  void departure(clock, frame.element, end.signal);
  expect(clock.pendingCount()).toBe(2);
  end.abort();
  expect(clock.pendingCount()).toBe(0);
});
