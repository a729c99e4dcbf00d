import { expect } from 'vitest';
import '../../../src/page/boot/boot-state.ts';
import { flush, runningFrame, test, visit, type FaultLab, type Visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';
import { infrastructureWorkers } from '../support/infrastructure-workers.ts';

test('uncaught errors of main and of the worker are reported, thrown or rejected, with their page and place [E4, N14, C6]', async ({
  lab,
}) => {
  const { page, frame } = await visit(lab.context, lab.hostUrl);
  await frame.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown on main');
    });
    void Promise.reject(new Error('rejected on main'));
  });
  const [worker] = infrastructureWorkers(page);
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
  const [thrown] = (await lab.provider.errorReports()).filter(({ message }) =>
    message.includes('thrown in the worker'),
  );
  // The page without its query; code of the inspector has no file.
  expect(thrown).toMatchObject({
    url: `${lab.playerOrigin}/embed/orieldemo01`,
    line: expect.stringMatching(/^\d+$/) as unknown,
  });
});

test('a long text in an error is cut before it is reported, and its place is named [E5, C6]', async ({ lab }) => {
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

test("parameters of a report are shown beside its stack on the operator's page [C6]", async ({ lab }) => {
  const report = `${lab.playerOrigin}/error_204?type=Error&msg=${encodeURIComponent('with its parameters')}`;
  const body = new URLSearchParams({ stack: 'Error: a\n at main:7', 'param.event': 'play', 'param.cause': 'a fault' });
  const sent = await lab.context.request.post(report, {
    headers: { 'Content-Type': 'text/plain' },
    data: body.toString(),
  });
  expect(sent.status()).toBe(204);
  const operator = await lab.context.newPage();
  await operator.goto(`${lab.playerOrigin}/provider`);
  const cells = operator.locator('#errors tbody tr', { hasText: 'with its parameters' }).locator('td, th');
  await expect
    .poll(() => cells.allTextContents(), POLLING)
    .toEqual(expect.arrayContaining(['at main:7', 'event: play, cause: a fault']));
});

const workerOf = ({ page }: Visit) => infrastructureWorkers(page)[0];

/** In a separate task, as nothing of the inspector's is uncaught. */
const throwInWorker = async (opened: Visit, messages: readonly string[]): Promise<void> =>
  workerOf(opened)?.evaluate((texts) => {
    for (const text of texts)
      setTimeout(() => {
        throw new Error(text);
      });
  }, messages);

test('five errors are reported for a page, each message once, though its worker is replaced [E4]', async ({ lab }) => {
  const opened = await visit(lab.context, lab.hostUrl);
  const reported = async (): Promise<string[]> =>
    (await lab.provider.errorReports())
      .map(({ message }) => /planted \d/.exec(message)?.[0] ?? '')
      .filter((message) => message !== '');
  await throwInWorker(opened, ['planted 1', 'planted 2', 'planted 3']);
  await expect.poll(reported, POLLING).toHaveLength(3);
  const dead = workerOf(opened);
  void dead?.evaluate(() => self.close()).catch(() => {});
  await expect
    .poll(() => {
      // Only what is waited for shows that the worker is dead.
      void opened.frame.evaluate(() => window.__bench?.logEvents(1)).catch(() => {});
      return workerOf(opened) !== dead && workerOf(opened) !== undefined;
    }, POLLING)
    .toBe(true);
  await flush(opened.frame);
  await throwInWorker(opened, ['planted 3', 'planted 4', 'planted 5', 'planted 6', 'planted 7']);
  await expect.poll(reported, POLLING).toHaveLength(5);
  await flush(opened.frame);
  expect((await reported()).toSorted()).toEqual(['planted 1', 'planted 2', 'planted 3', 'planted 4', 'planted 5']);
});

/** Messages of main, newest first. */
const messagesOf = async ({ provider }: FaultLab): Promise<string[]> =>
  (await provider.errorReports()).filter(({ thread }) => thread === 'main').map(({ message }) => message);

test('a report whose token the provider refuses arrives without it, once [E4, N14]', async ({ lab }) => {
  const page = await lab.context.newPage();
  await page.route('**/embed/**', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toMatch(/"token":"/);
    await route.fulfill({ response, body: html.replace(/"token":"[^"]*"/, '"token":"old"') });
  });
  const statuses: number[] = [];
  page.context().on('response', (response) => {
    if (response.url().includes('/error_204')) statuses.push(response.status());
  });
  await page.goto(lab.hostUrl);
  const opened = { page, frame: await runningFrame(page) };
  await throwInWorker(opened, ['with an old token']);
  const reported = async () =>
    (await lab.provider.errorReports()).filter(({ message }) => message.includes('with an old token'));
  await expect.poll(() => statuses, POLLING).toContain(403);
  await flush(opened.frame);
  await expect.poll(reported, POLLING).toHaveLength(1);
  await flush(opened.frame);
  expect(await reported()).toMatchObject([{ thread: 'infrastructure' }]);
});

test.for([
  ['is not there', { status: 404, body: '' }, /import/],
  ['throws', { contentType: 'text/javascript', body: 'throw new Error("broken module")' }, /^broken module$/],
] as const)('a page whose module %s reports it, once [E4]', async ([, module, message], { lab }) => {
  const page = await lab.context.newPage();
  await page.route('**/assets/page-*.js', (route) => route.fulfill(module));
  await page.goto(lab.hostUrl);
  const found = async () => (await messagesOf(lab)).filter((one) => message.test(one));
  await expect.poll(found, POLLING).toHaveLength(1);
});
