import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentProperties, contrast } from '../../../../protocol/page/accent.ts';
import { parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';

const colorOf = (value: string) => parseEmbedParameters([['color', value]]).color;
const colorsIn = (text = ''): string[] => text.match(/#[\da-f]{6}/g) ?? [];

test('a colour in an address is red, white or hexadecimal, and any other text is ignored', () => {
  expect([colorOf('red'), colorOf('White'), colorOf('f60'), colorOf('#FF6600')]).toEqual([
    'red',
    'white',
    '#ff6600',
    '#ff6600',
  ]);
  for (const nonsense of ['', 'blue', 'f6', 'ff66001', '}*{display:none}', '#', 'javascript:'])
    expect(colorOf(nonsense)).toBeUndefined();
});

test('an accent colour with enough contrast stays unchanged', () => {
  const mint = accentProperties('#46c7a3');
  expect(mint['--oriel-button']).toBe(mint['--oriel-accent-on-video']);
  expect(mint['--oriel-accent-on-video']).toBe('#46c7a3');
  expect(mint['--oriel-accent']).toMatch(/, #46c7a3\)$/);
  expect(accentProperties('#0d7a5f')['--oriel-accent']).toMatch(/^light-dark\(#0d7a5f, /);
});

test('an accent colour without enough contrast becomes lighter or darker only as far as needed', () => {
  const { '--oriel-accent-on-video': onVideo = '', '--oriel-accent': accent } = accentProperties('#000080');
  const [light, dark = ''] = colorsIn(accent);
  expect(light).toBe('#000080');
  expect(contrast(onVideo, '#434848')).toBeLessThan(3.3);
  expect(contrast(dark, '#0b0d0e')).toBeLessThan(3.3);
  // The hue is still blue.
  expect(dark).toMatch(/^#([\da-f]{2})\1ff$/);
});

test('red and white apply to the progress bar only', () => {
  expect(accentProperties('white')).toEqual({ '--oriel-accent-on-video': '#ffffff' });
  const { '--oriel-accent-on-video': red = '', ...others } = accentProperties('red');
  expect(others).toEqual({});
  expect(contrast(red, '#434848')).toBeGreaterThanOrEqual(3);
});

test('every accent colour results in sufficient contrasts', () => {
  const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(anyColor, (color) => {
      const properties = accentProperties(color);
      const [onVideo = ''] = colorsIn(properties['--oriel-accent-on-video']);
      const [light = '', dark = ''] = colorsIn(properties['--oriel-accent']);
      const [onLight = '', onDark = ''] = colorsIn(properties['--oriel-on-accent']);
      expect(contrast(onVideo, '#434848')).toBeGreaterThanOrEqual(3);
      expect(contrast(light, '#e9eceb')).toBeGreaterThanOrEqual(3);
      expect(contrast(dark, '#0b0d0e')).toBeGreaterThanOrEqual(3);
      expect(contrast(light, onLight)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, onDark)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

/** Hue in degrees. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

test.each(['#300000', '#302000', '#203000', '#003010', '#002830', '#100030', '#300020'])(
  'the accent %s becomes lighter on the video without a change of hue',
  (color) => {
    const { '--oriel-accent-on-video': lighter = '' } = accentProperties(color);
    expect(contrast(lighter, '#434848')).toBeGreaterThanOrEqual(3);
    expect(contrast(lighter, '#434848')).toBeLessThan(3.2);
    const turn = Math.abs(hueOf(lighter) - hueOf(color));
    expect(Math.min(turn, 360 - turn)).toBeLessThan(5);
  },
);

test.each(['#ffd0d0', '#ffff80', '#80ff80', '#c0ffff', '#d0d0ff'])(
  'the accent %s becomes darker on a light page without a change of hue',
  (color) => {
    const [darker = ''] = colorsIn(accentProperties(color)['--oriel-accent']);
    expect(contrast(darker, '#e9eceb')).toBeGreaterThanOrEqual(3);
    expect(contrast(darker, '#e9eceb')).toBeLessThan(3.2);
    const turn = Math.abs(hueOf(darker) - hueOf(color));
    expect(Math.min(turn, 360 - turn)).toBeLessThan(5);
  },
);

test('a grey accent stays grey when it becomes darker', () => {
  const [darker = ''] = colorsIn(accentProperties('#dddddd')['--oriel-accent']);
  expect(darker).toMatch(/^#([\da-f]{2})\1\1$/);
});

test('text on the accent is black or white, whichever has more contrast', () => {
  expect(accentProperties('#ffff00')['--oriel-on-accent']).toMatch(/, #000000\)$/);
  expect(accentProperties('#000080')['--oriel-on-accent']).toMatch(/^light-dark\(#ffffff, /);
});
