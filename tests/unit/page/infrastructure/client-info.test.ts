import { expect, test } from 'vitest';
import { readClientInfo, type ClientEnvironment } from '../../../../src/page/infrastructure/client-info.ts';

const environment = (referrer: string, ancestor?: string): ClientEnvironment => ({
  screen: { width: 1, height: 1 },
  devicePixelRatio: 1,
  navigator: {},
  location: ancestor === undefined ? {} : { ancestorOrigins: [ancestor] },
  document: { referrer },
  parent: {},
});

test.each([
  ['the nearest ancestor', 'https://referrer.example/a', 'https://host.example', 'https://host.example'],
  ['the origin of the referrer', 'https://referrer.example/a?b', undefined, 'https://referrer.example'],
  ['“null” without a referrer', '', undefined, 'null'],
  ['“null” if the referrer of an app is no address', 'my app', undefined, 'null'],
])('the embedder is %s [C5]', (_, referrer, ancestor, expected) => {
  expect(readClientInfo(environment(referrer, ancestor), undefined, 'dark').originalUrl).toBe(expected);
});

test('a page that is not framed has no embedder, wherever its viewer came from [C5]', () => {
  const page: { parent?: unknown } & Omit<ClientEnvironment, 'parent'> = environment('https://search.example/');
  page.parent = page;
  expect(readClientInfo(page as ClientEnvironment, undefined, 'dark').originalUrl).toBeUndefined();
});

test.each([
  ['dark', 'USER_INTERFACE_THEME_DARK'],
  ['light', 'USER_INTERFACE_THEME_LIGHT'],
] as const)('the client reports the theme of the page: %s [C5, P3]', (theme, expected) => {
  expect(readClientInfo(environment(''), undefined, theme).userInterfaceTheme).toBe(expected);
});

test('the client reports the size and density of its screen [C5]', () => {
  const page = { ...environment(''), screen: { width: 360, height: 640 }, devicePixelRatio: 3 };
  expect(readClientInfo(page, undefined, 'dark')).toMatchObject({
    screenWidthPoints: 360,
    screenHeightPoints: 640,
    screenPixelDensity: 3,
  });
});

test('a field that neither the server nor the browser states has a default or is absent [C5]', () => {
  const info = readClientInfo(environment(''), undefined, 'dark');
  expect(info).toMatchObject({ clientName: '', clientVersion: '', hl: 'en' });
  expect([info.gl, info.visitorData]).toEqual([undefined, undefined]);
});

test('name and version of the client are the server’s, and a language of the server precedes the browser’s [C5]', () => {
  const browser = { ...environment(''), navigator: { language: 'de' } };
  const client = { clientName: 'WEB', clientVersion: '2' };
  expect(readClientInfo(browser, { client }, 'dark')).toMatchObject({ ...client, hl: 'de' });
  const told = { ...client, hl: 'fr', gl: 'CH', visitorData: 'visitor' };
  expect(readClientInfo(browser, { client: told }, 'dark')).toMatchObject(told);
});

test('with an empty ancestor the embedder is the origin of the referrer', () => {
  expect(readClientInfo(environment('https://referrer.example/', ''), undefined, 'dark').originalUrl).toBe(
    'https://referrer.example',
  );
});
