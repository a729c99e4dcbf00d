import { expect } from 'vitest';
import { test, visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';

test('uncaught errors of main and of the worker are reported, thrown or rejected [E4, N14]', async ({ lab }) => {
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await frame.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown on main');
    });
    void Promise.reject(new Error('rejected on main'));
  });
  const worker = page.workers().find((one) => one.url().includes('infrastructure'));
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown in the worker');
    });
    setTimeout(() => void Promise.reject(new Error('rejected in the worker')));
  });
  const reported = async (): Promise<string[]> =>
    (await lab.provider.errorReports()).map(
      ({ thread, message }) => `${thread}: ${message.replace('Uncaught Error: ', '')}`,
    );
  await expect
    .poll(reported, POLLING)
    .toEqual(
      expect.arrayContaining([
        'main: thrown on main',
        'main: rejected on main',
        'infrastructure: thrown in the worker',
        'infrastructure: rejected in the worker',
      ]),
    );
});

test('what is long in an error is cut before it is reported, and its place is named [E5, C6]', async ({ lab }) => {
  const { frame } = await visit(lab.context, lab.hostUrl);
  await frame.evaluate(() => {
    const error = new RangeError('m'.repeat(300));
    error.stack = 's'.repeat(600);
    setTimeout(() => {
      throw error;
    });
  });
  const cut = 'm'.repeat(100);
  const reported = async () => (await lab.provider.errorReports()).find(({ message }) => message.includes(cut));
  await expect.poll(reported, POLLING).toBeDefined();
  expect(await reported()).toMatchObject({ type: 'RangeError', line: expect.stringMatching(/^\d+$/), sampleWeight: 1 });
  expect((await reported())?.message).toMatch(/^(?:Uncaught RangeError: )?m+$/);
  expect((await reported())?.message).toHaveLength(250);
  expect((await reported())?.stack).toBe('s'.repeat(500));
});
