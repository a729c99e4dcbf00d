import { expect, test } from 'vitest';
import { reportEarlyErrors, type EarlyErrorWindow } from '../../../../src/page/boot/report-early-errors.ts';

const ADDRESS = 'https://provider.example/error_204';

function open(userAgent = 'Chrome/140', address: string | undefined = ADDRESS) {
  const sent: { query: Record<string, string>; body: Record<string, string>; to: string }[] = [];
  const window: EarlyErrorWindow = {
    location: { origin: 'https://player.example', pathname: '/embed/orieldemo01' },
    navigator: {
      userAgent,
      sendBeacon(target, text) {
        const { origin, pathname, searchParams } = new URL(target);
        const body = Object.fromEntries(new URLSearchParams(text));
        sent.push({ to: origin + pathname, query: Object.fromEntries(searchParams), body });
        return true;
      },
    },
    onerror: null,
    onunhandledrejection: null,
  };
  return { window, sent, report: reportEarlyErrors(window, () => address) };
}

test('an uncaught error is reported with its place, and without the query of the address [E4, N14]', () => {
  const { window, sent } = open();
  const error = Object.assign(new TypeError('m'.repeat(300)), { stack: 'at inline:7' });
  window.onerror?.('Uncaught TypeError', 'https://player.example/embed/orieldemo01', 7, 1, error);
  expect(sent).toEqual([
    {
      to: ADDRESS,
      query: { type: 'TypeError', msg: 'm'.repeat(250), level: 'error', line: '7' },
      body: {
        url: 'https://player.example/embed/orieldemo01',
        file: 'https://player.example/embed/orieldemo01',
        stack: 'at inline:7',
        thread: 'main',
      },
    },
  ]);
});

test('only the first error is reported, however it comes [E4]', () => {
  const { window, sent, report } = open();
  window.onunhandledrejection?.({ reason: new Error('rejected') } as PromiseRejectionEvent);
  window.onerror?.('Uncaught');
  report(new Error('not loaded'));
  expect(sent.map(({ query }) => query['msg'])).toEqual(['rejected']);
});

test.for([
  ['text', 'gone', { type: 'Error', msg: 'gone' }],
  ['nothing', undefined, { type: 'Error', msg: 'undefined' }],
] as const)('thrown %s is reported [E4]', ([, thrown, query]) => {
  const { sent, report } = open();
  report(thrown);
  expect(sent).toMatchObject([{ query }]);
});

test('a robot reports nothing [E6]', () => {
  const { sent, report } = open('Mozilla/5.0 (compatible; Googlebot/2.1)');
  report(new Error('broken'));
  expect(sent).toEqual([]);
});

test('a page that does not know its provider reports nothing until it does [E4]', () => {
  const { sent, report } = open('Chrome/140', '');
  report(new Error('broken'));
  expect(sent).toEqual([]);
});
