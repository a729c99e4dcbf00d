// @module-tag random
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { ATTRIBUTES, attributeName, readSettings, SETTING_NAMES } from '../../../../src/host/element/attributes.ts';
import { randomRuns } from '../../../support/random-runs.ts';

function read(attributes: Readonly<Record<string, string>>) {
  const warnings: string[] = [];
  const settings = readSettings(
    (name) => attributes[name] ?? null,
    (message) => warnings.push(message),
  );
  return { settings, warnings };
}

test('an element without attributes has every default, and warns of nothing', () => {
  const { settings, warnings } = read({});
  expect(settings).toMatchObject({ videoId: '', controls: true, autoplay: false, aspectRatio: '16 / 9', start: null });
  expect(warnings).toEqual([]);
});

test.each([
  ['video-id', 'orieldemo01', 'orieldemo01'],
  ['playlist', 'PLorieldemolist001', 'PLorieldemolist001'],
  ['playlist', 'orieldemo01, orielmp4001', 'orieldemo01, orielmp4001'],
  ['start', '3.5', 3.5],
  ['end', '0', 0],
  ['autoplay', '', true],
  ['autoplay', 'autoplay', true],
  ['autoplay', 'true', true],
  ['autoplay', 'false', false],
  ['pause-others', 'pause-others', true],
  ['controls', '', true],
  ['controls', 'false', false],
  ['controls', '0', false],
  ['theme', 'Dark', 'dark'],
  ['color', '#F60', '#F60'],
  ['color', 'ff6600', 'ff6600'],
  ['lang', 'pt-BR', 'pt-BR'],
  ['title', '<b>"', '<b>"'],
  ['aspect-ratio', '9:16', '9 / 16'],
  ['aspect-ratio', '2.39', '2.39 / 1'],
  ['aspect-ratio', ' 4 / 3 ', '4 / 3'],
  ['loading', 'LAZY', 'lazy'],
  ['poster', '/poster.jpg', '/poster.jpg'],
  ['poster', 'https://a.example/p.jpg', 'https://a.example/p.jpg'],
  ['host', 'https://videos.example', 'https://videos.example'],
  ['parameters', 'fs=0&disablekb=1', 'fs=0&disablekb=1'],
])('%s="%s" is read as %j', (name, text, value) => {
  const { settings, warnings } = read({ [name]: text });
  const setting = SETTING_NAMES.find((each) => attributeName(each) === name);
  expect(setting === undefined ? undefined : settings[setting]).toBe(value);
  expect(warnings).toEqual([]);
});

test.each([
  ['video-id', '../../evil'],
  ['video-id', 'short'],
  ['playlist', 'a b'],
  ['playlist', '"><script>'],
  ['start', '-1'],
  ['start', '1e9'],
  ['start', ''],
  ['end', 'NaN'],
  ['autoplay', 'maybe'],
  ['controls', 'off?'],
  ['theme', 'pink'],
  ['color', 'url(x)'],
  ['lang', 'en"'],
  ['aspect-ratio', '0/9'],
  ['aspect-ratio', '16/0'],
  ['aspect-ratio', 'calc(1)'],
  ['loading', 'never'],
  ['poster', 'javascript:alert(1)'],
  ['poster', 'data:text/html,x'],
  ['host', 'videos.example'],
  ['host', 'javascript:alert(1)'],
  ['parameters', 'x'.repeat(2_001)],
])('%s="%s" counts as absent, with one line that names the expected value', (name, text) => {
  const { settings, warnings } = read({ [name]: text });
  expect(settings).toEqual(read({}).settings);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(`Oriel: ${name}="${text.slice(0, 100)}" cannot be read`);
  expect(warnings[0]?.length).toBeLessThan(250);
});

test('each setting has the type of its default, whatever the text of its attribute', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SETTING_NAMES), fc.string(), (setting, text) => {
      const { settings } = read({ [attributeName(setting)]: text });
      const { fallback } = ATTRIBUTES[setting];
      const kinds = fallback === null ? ['number', 'object'] : [typeof fallback];
      expect(kinds).toContain(typeof settings[setting]);
    }),
    { numRuns: randomRuns(500) },
  );
});
