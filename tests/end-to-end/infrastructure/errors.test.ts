import { expect } from 'vitest';
import { makeSettings } from '../../support/pipeline-harness.ts';
import { pageSettings, startWorker, test, type BuiltWorker } from './support/worker-lab.ts';

/** Reports of the built worker, and its check of the network. */

const report = (worker: BuiltWorker, message: string, change: object = {}) =>
  worker.call('reportError', {
    record: { message, name: 'TypeError', sampleWeight: 1, ...change },
    severity: 'error',
    thread: 'main',
  });

test('a report has its parts in address and body, with proof of its origin [N14, N2, C6]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  await worker.start(pageSettings({ xsrf: { fieldName: 'session_token', token: 'proof' } }));
  await report(worker, 'm'.repeat(300), {
    lineNumber: 7,
    fileName: 'https://player.example/page.js',
    stack: 'at page.js:7',
    params: { state: 'playing' },
    sampleWeight: 4,
  });
  const [sent] = provider.to('/error_204');
  expect(sent?.method).toBe('POST');
  expect([...(sent?.query ?? [])]).toEqual([
    ['type', 'TypeError'],
    ['msg', 'm'.repeat(250)],
    ['level', 'error'],
    ['line', '7'],
  ]);
  expect(sent?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
    url: `${provider.origin}/embed/orieldemo01`,
    thread: 'main',
    file: 'https://player.example/page.js',
    stack: 'at page.js:7',
    'param.state': 'playing',
    sampleWeight: '4',
    session_token: 'proof',
    activity: expect.stringMatching(/^\{"windowMs":10000,"lanes":\[\{"lane":"infrastructure"/) as unknown,
  });
});

test('a page reports at most 5 errors, and the same message once [E4]', async ({ lab: { provider, open } }) => {
  const { worker } = await startWorker(open);
  for (const message of ['a', 'a', 'b', 'c', 'b', 'd', 'e', 'f', 'g']) await report(worker, message);
  expect(provider.to('/error_204').map(({ query }) => query.get('msg'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  /** A worker that replaces it on the page goes on counting. */
  const replacing = await open();
  await replacing.start({ checkpoint: { reportedErrors: ['a', 'b', 'c', 'd'], storageEnd: '' } });
  for (const message of ['a', 'f', 'g']) await report(replacing, message);
  expect(provider.to('/error_204').map(({ query }) => query.get('msg'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test.for([
  [
    'PhantomJS',
    0,
    'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  ],
  ['Googlebot', 0, 'Mozilla/5.0 (compatible; Googlebot/2.1)'],
  ['a browser', 1, makeSettings().userAgent],
] as const)('%s sends %i reports of one error [E6]', async ([, count, userAgent], { lab: { provider, open } }) => {
  const { worker } = await startWorker(open, { userAgent });
  await report(worker, 'broken');
  expect(provider.to('/error_204')).toHaveLength(count);
});

test.for([
  [0.09, 1],
  [0.101, 0],
] as const)(
  'one page load in ten checks the network: at %f, %i requests [N15]',
  async ([fraction, count], { lab: { provider, open } }) => {
    const { worker } = await startWorker(() => open(`self.setChance(${fraction});`));
    /** Deferred as the check is, and after it. */
    await expect.poll(() => provider.to('/pagead/id')).toHaveLength(1);
    await worker.call('ping');
    expect(provider.to('/generate_204').map(({ method }) => method)).toEqual(Array(count).fill('GET'));
  },
);
