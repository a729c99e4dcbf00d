import { expect, test, vi } from 'vitest';
import { whenHostSpeaks } from '../../../../src/page/bridge/when-host-speaks.ts';

function setUp(isExpected: boolean) {
  const window = new EventTarget();
  const load = vi.fn(() => Promise.resolve());
  const reportError = vi.fn();
  return {
    load,
    reportError,
    start: () => whenHostSpeaks({ isExpected, window, load, reportError }),
    speak: () => window.dispatchEvent(new Event('message')),
  };
}

test('the bridge loads at once if a host is expected', () => {
  const { start, load } = setUp(true);
  start();
  expect(load).toHaveBeenCalledOnce();
});

test('without an expected host the bridge loads with the first message, once', () => {
  const { start, load, speak } = setUp(false);
  start();
  expect(load).not.toHaveBeenCalled();
  speak();
  speak();
  expect(load).toHaveBeenCalledOnce();
});

test('a bridge that did not load is reported, and the next message loads it again', async () => {
  const { start, load, speak, reportError } = setUp(true);
  load.mockRejectedValueOnce(new Error('offline'));
  start();
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledOnce());
  speak();
  expect(load).toHaveBeenCalledTimes(2);
});
