import { expect, test } from 'vitest';
import { hostProblem, originsOf, pageOrigin, secureOrigin } from '../../../src/host/host-origin.ts';

const SCRIPT = 'https://script.example';
const HTTPS = { protocol: 'https:' };
const HTTP = { protocol: 'http:' };

test.each([
  'http://localhost:4173',
  'http://nas:8080',
  'http://videos.local',
  'http://player.localhost',
  'http://player.internal',
  'http://box.home.arpa',
  'http://127.0.0.1:4173',
  'http://10.1.2.3',
  'http://192.168.1.20:8080',
  'http://172.16.0.1',
  'http://172.31.255.1',
  'http://169.254.7.7',
  'http://[::1]:80',
  'http://[fd12:3456::1]:4173',
  'http://[fe80::1]',
  'http://172.32.0.1',
  'http://[2001:db8::1]',
])('the local host %s, which can have no certificate, keeps http', (origin) => {
  expect(secureOrigin(origin, SCRIPT, HTTPS)).toBe(origin);
});

test.each([
  'http://videos.example',
  'http://10.0.0.1.example',
  'http://local.example',
  'http://localhost.evil.example',
])('the public host %s becomes https, but only in an https page', (origin) => {
  expect(secureOrigin(origin, SCRIPT, HTTPS)).toBe(origin.replace('http:', 'https:'));
  expect(secureOrigin(origin, SCRIPT, HTTP)).toBe(origin);
});

test.each(['http://www.youtube.com', 'http://www.youtube-nocookie.com'])(
  '%s becomes https even in an http page',
  (origin) => expect(secureOrigin(origin, SCRIPT, HTTP)).toBe(origin.replace('http:', 'https:')),
);

test.each<[string, string[]]>([
  ['https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  [' https://a.example/ \n https://b.example/embed/ ', ['https://a.example', 'https://b.example']],
  ['HTTPS://A.example,http://b.example', ['https://a.example', 'https://b.example', 'http://b.example']],
  ['www.a.example', ['https://www.a.example', 'http://www.a.example']],
  ['//a.example:8443/', ['https://a.example:8443', 'http://a.example:8443']],
  ['', []],
  ['https:// :', []],
])('the list of hosts %j becomes the origins %j', (list, expected) => expect(originsOf(list)).toEqual(expected));

test('the origin of the host script itself stays unchanged', () => {
  expect(secureOrigin('http://videos.example', 'http://videos.example', HTTPS)).toBe('http://videos.example');
});

test.each([
  undefined,
  null,
  '',
  'https://videos.example',
  'http://10.0.0.1:80',
  '//videos.example',
  'https://videos.example/path',
])('the host %s is valid', (host) => {
  expect(hostProblem(host)).toBeUndefined();
});

test.each([
  'videos.example',
  'videos.example:4173',
  '/player',
  'javascript:alert(1)',
  'https://',
  'https://a b',
  7,
  {},
])('the invalid host %s is refused with an example of a valid host', (host) => {
  expect(hostProblem(host)).toContain('https://videos.example');
});

const PAGE = 'https://shop.example';

test.each<[string, unknown, string, string]>([
  ['of a page equals the origin of its address', PAGE, PAGE, PAGE],
  ['ignores a variable named origin of the page', 'LHR', PAGE, PAGE],
  ['ignores an object named origin of the page', { lat: 1 }, PAGE, PAGE],
  ['of a page in a sandbox is opaque', 'null', PAGE, 'null'],
  ['of a page in srcdoc is inherited', PAGE, 'null', PAGE],
  ['of a local file is opaque', 'null', 'file://', 'null'],
  ['of a page in srcdoc with a variable named origin is opaque', 'LHR', 'null', 'null'],
])('the origin %s', (_, origin, located, expected) => {
  expect(pageOrigin({ origin: origin as string, location: { origin: located } as Location })).toBe(expected);
});
