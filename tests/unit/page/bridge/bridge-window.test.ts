import { expect, test } from 'vitest';
import { normalizeOrigin, parentOriginOf } from '../../../../src/page/bridge/bridge-window.ts';

test.each([
  ['https://host.example/path?file:', 'https://host.example'],
  ['HTTPS://Host.Example:443/', 'https://host.example'],
  ['http://host.example:8080/a', 'http://host.example:8080'],
  ['file:///home/page.html', 'null'],
  ['FILE://', 'null'],
  ['null', 'null'],
  ['capacitor://localhost/', 'capacitor://localhost'],
  ['app://https://host.example/', 'app://https://host.example'],
  ['https://', 'https://'],
])('the address %s has the origin %s, as message events write it [H2]', (address, origin) => {
  expect(normalizeOrigin(address)).toBe(origin);
});

test('the parent is the nearest ancestor, and unknown where the browser names none [H7]', () => {
  const href = 'https://player.example/';
  const at = (...ancestorOrigins: string[]) => parentOriginOf({ location: { href, ancestorOrigins } });
  expect(at('https://host.example', 'https://top.example')).toBe('https://host.example');
  expect(at()).toBeNull();
  expect(parentOriginOf({ location: { href } })).toBeNull();
});
