import { expect, test } from 'vitest';
import { embedParameters, withParameters, type EmbedOptions } from '../../../../protocol/page/embed-address.ts';
import { parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';

const NOTHING: EmbedOptions = {
  startSeconds: 0,
  captionLanguage: null,
  autoplay: false,
  loop: false,
  isPrivate: false,
};
const ADDRESS = 'https://v.example/embed/orieldemo01';
const addressWith = (options: Partial<EmbedOptions>): string =>
  withParameters(ADDRESS, embedParameters({ ...NOTHING, ...options }));

test('an embed address without options has no parameters', () => {
  expect(addressWith({})).toBe(ADDRESS);
});

test.each<[Partial<EmbedOptions>, string]>([
  [{ startSeconds: 73 }, '?start=73'],
  [{ captionLanguage: 'pt-BR' }, '?cc_load_policy=1&cc_lang_pref=pt-BR'],
  [{ autoplay: true }, '?autoplay=1&mute=1'],
  [{ loop: true }, '?loop=1'],
  [{ isPrivate: true }, '?consent=none'],
  [{ playlist: { listId: 'PL1', index: 0 } }, '?list=PL1'],
  [{ playlist: { listId: 'PL1', index: 2 } }, '?list=PL1&index=2'],
  [{ playlist: { followingIds: ['orielmp4001', 'orielsphere'] } }, '?playlist=orielmp4001%2Corielsphere'],
  [{ startSeconds: 5, autoplay: true, loop: true }, '?start=5&autoplay=1&mute=1&loop=1'],
])('the options %j are written as %s', (options, query) => {
  expect(addressWith(options)).toBe(ADDRESS + query);
});

test('an embed page reads the options that were written', () => {
  const written = addressWith({
    startSeconds: 73,
    captionLanguage: 'de',
    autoplay: true,
    loop: true,
    playlist: { listId: 'PL & co', index: 1 },
  });
  expect(parseEmbedParameters(new URL(written).searchParams)).toMatchObject({
    ...{ start: 73, cc_load_policy: true, cc_lang_pref: 'de', autoplay: true, mute: true, loop: true },
    list: 'PL & co',
  });
});

test('parameters of an address keep their text and place, unless an option has the same name', () => {
  const address = `${ADDRESS}?si=a%20b&start=3&empty=&x=%22#part`;
  expect(withParameters(address, { start: 9 })).toBe(`${ADDRESS}?si=a%20b&empty=&x=%22&start=9#part`);
  expect(withParameters(address, {})).toBe(address);
  expect(withParameters(`${ADDRESS}?`, { start: 9 })).toBe(`${ADDRESS}?start=9`);
});

test('the playlist of an address stays, unless no playlist or another playlist is requested', () => {
  const address = `${ADDRESS}?list=PL1&index=2`;
  expect(withParameters(address, embedParameters(NOTHING))).toBe(address);
  expect(withParameters(address, embedParameters({ ...NOTHING, playlist: null }))).toBe(ADDRESS);
  const other = embedParameters({ ...NOTHING, playlist: { listId: 'PL2', index: 0 } });
  expect(withParameters(address, other)).toBe(`${ADDRESS}?list=PL2`);
});

test('a parameter named like an object property is kept', () => {
  expect(withParameters(`${ADDRESS}?constructor=1`, { start: 9 })).toBe(`${ADDRESS}?constructor=1&start=9`);
});

test.each(['', '/watch/a', 'not an address', 'https://', 'https:// v.example/', 'javascript:alert(1)', 'mailto:a@b'])(
  'an address that cannot be parsed stays as it is: %j',
  (address) => {
    expect(withParameters(address, { start: 9 })).toBe(address);
  },
);

test('a value cannot end its parameter, and a lone surrogate is replaced', () => {
  expect(withParameters(ADDRESS, { list: 'a&b=c#d" \uD800' })).toBe(`${ADDRESS}?list=a%26b%3Dc%23d%22%20%EF%BF%BD`);
});
