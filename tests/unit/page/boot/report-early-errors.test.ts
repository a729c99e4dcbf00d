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
  const reported: string[] = [];
  return { window, sent, reported, report: reportEarlyErrors(window, () => address, reported) };
}

test('an uncaught error is reported with its file and line, and without the query of the page address [E4, N14]', () => {
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

test('an error is reported once, whether thrown, rejected or passed, and its message is kept for the worker [E4]', () => {
  const { window, sent, report, reported } = open();
  window.onunhandledrejection?.({ reason: new Error('rejected') } as PromiseRejectionEvent);
  window.onerror?.('rejected');
  report(new Error('not loaded'));
  expect(sent.map(({ query }) => query['msg'])).toEqual(['rejected', 'not loaded']);
  expect(reported).toEqual(['rejected', 'not loaded']);
});

test('five errors are reported at most [E4]', () => {
  const { sent, report, reported } = open();
  const messages = ['1', '2', '3', '4', '5'];
  for (const message of [...messages, '6']) report(new Error(message));
  expect([sent.map(({ query }) => query['msg']), reported]).toEqual([messages, messages]);
});

test('type, address, file and stack are cut at 500 characters [E5]', () => {
  const { window, sent, report } = open();
  const long = 'x'.repeat(501);
  Object.assign(window.location, { pathname: `/embed/${long}` });
  report(Object.assign(new Error('broken'), { name: long, stack: long }), long);
  const cut = 'x'.repeat(500);
  const url = `https://player.example/embed/${long}`.slice(0, 500);
  expect(sent).toMatchObject([{ query: { type: cut }, body: { url, file: cut, stack: cut } }]);
});

test.for([
  ['a string', 'gone', { type: 'Error', msg: 'gone' }],
  ['undefined', undefined, { type: 'Error', msg: 'undefined' }],
] as const)('an error that is %s is reported as text [E4]', ([, thrown, query]) => {
  const { sent, report } = open();
  report(thrown);
  expect(sent).toMatchObject([{ query }]);
});

test.for([
  'Mozilla/5.0 (compatible; Googlebot/2.1)',
  'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0',
  'Mozilla/5.0 (Unknown; Linux x86_64) PhantomJS/2.1.1',
  'Baiduspider/2.0',
  'Mozilla/5.0 (compatible; Yahoo! Slurp)',
  'Mozilla/5.0 Chrome/156.0.0.0 Chrome-Lighthouse',
  'facebookexternalhit/1.1',
  'Mediapartners-Google',
  'ia_archiver crawler',
  'Mozilla/5.0 (compatible; GoogleOther)',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  'Mozilla/5.0 (Linux; Android 7.0) Chrome/141.0.0.0 Mobile Safari/537.36 (compatible; Google-Read-Aloud)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 PTST/250101.000000',
])('a page with the user agent %s reports no errors [E6]', (userAgent) => {
  const { sent, report, reported } = open(userAgent);
  report(new Error('broken'));
  expect([sent, reported]).toEqual([[], []]);
});

test('a page that does not know the address of its provider reports nothing [E4]', () => {
  const { sent, report } = open('Chrome/140', '');
  report(new Error('broken'));
  expect(sent).toEqual([]);
});
