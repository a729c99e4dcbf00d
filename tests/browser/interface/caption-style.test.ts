import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captionsOf, cueOf, waitForCues } from './support/caption-parts.ts';
import { drawn, find } from './support/elements.ts';
import { enterRow, inPanel, openByKey } from './support/panel-parts.ts';
import { showPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

async function show(): Promise<void> {
  await showPlayer({ captions: captionsOf([cueOf('Sea and sand')]) });
  await waitForCues(1);
  await until(() => drawn('.settings-button').length).toBe(1);
}

async function openStyle(): Promise<void> {
  await openByKey('settings');
  await enterRow('captions', 'Captions');
  await enterRow('captionStyle', 'Caption style');
}

beforeEach(async () => {
  await show();
  await openStyle();
});

/** The list of a part of the style, by its label. */
function selectOf(label: string): HTMLSelectElement {
  const row = inPanel('.style-row').find((one) => one.querySelector('span')?.textContent === label);
  const select = row?.querySelector('select');
  if (!(select instanceof HTMLSelectElement)) throw new Error(`no list is called ${label}`);
  return select;
}

const choose = (label: string, choice: string): Promise<void> => userEvent.selectOptions(selectOf(label), choice);
const valuesOf = (): Record<string, string> =>
  Object.fromEntries(
    inPanel('.style-row').map((row) => [
      row.querySelector('span')?.textContent ?? '',
      row.querySelector('select')?.selectedOptions[0]?.text ?? '',
    ]),
  );

/** A computed style of the sample and of the captions on the picture: a choice changes both in the same way. */
function looks(selector: '.caption-line' | '.caption-frame', property: keyof CSSStyleDeclaration): unknown[] {
  return ['.style-sample', '.captions'].map((place) => {
    const element = document.querySelector(`${place} ${selector}`);
    return element === null ? null : getComputedStyle(element)[property];
  });
}

const USUAL = {
  Font: 'Sans serif',
  Size: '100%',
  'Text color': 'White',
  'Text opacity': '100%',
  'Background color': 'Black',
  'Background opacity': '75%',
  'Window color': 'Black',
  'Window opacity': '0%',
  'Text edge': 'None',
};

test('every part of the style is a labelled list with its present value', () => {
  expect(valuesOf()).toEqual(USUAL);
});

test('the lists have the choices that caption law requires', () => {
  const optionsOf = (label: string): string[] => [...selectOf(label).options].map(({ text }) => text);
  expect(optionsOf('Font')).toEqual(['Sans serif', 'Serif', 'Monospace', 'Casual', 'Cursive', 'Small caps']);
  expect(optionsOf('Text edge')).toEqual(['None', 'Shadow', 'Outline', 'Raised', 'Depressed']);
  const colours = ['White', 'Yellow', 'Green', 'Cyan', 'Blue', 'Magenta', 'Red', 'Black'];
  for (const label of ['Text color', 'Background color', 'Window color']) expect(optionsOf(label)).toEqual(colours);
  expect(optionsOf('Text opacity')[0]).toBe('25%');
  for (const label of ['Background opacity', 'Window opacity']) expect(optionsOf(label)[0]).toBe('0%');
});

test.each([
  ['Text color', 'Yellow', '.caption-line', 'color', 'rgb(255, 255, 0)'],
  ['Text opacity', '50%', '.caption-line', 'color', 'rgba(255, 255, 255, 0.5)'],
  ['Background color', 'Blue', '.caption-line', 'backgroundColor', 'rgba(0, 0, 255, 0.75)'],
  ['Background opacity', '0%', '.caption-line', 'backgroundColor', 'rgba(0, 0, 0, 0)'],
  ['Window opacity', '100%', '.caption-frame', 'backgroundColor', 'rgb(0, 0, 0)'],
] as const)('%s “%s” is seen at once, in the sample and in the captions', async (...row) => {
  const [label, choice, selector, property, expected] = row;
  expect(looks(selector, property)).not.toEqual([expected, expected]);
  await choose(label, choice);
  await until(() => looks(selector, property)).toEqual([expected, expected]);
});

test('a window has its color behind lines and between them', async () => {
  await choose('Window color', 'Red');
  expect(looks('.caption-frame', 'backgroundColor')).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  await choose('Window opacity', '50%');
  await until(() => looks('.caption-frame', 'backgroundColor')).toEqual([
    ...['rgba(255, 0, 0, 0.5)', 'rgba(255, 0, 0, 0.5)'],
  ]);
});

test.each(['Serif', 'Monospace', 'Casual', 'Cursive'])(
  'the font %s is that of the sample and the captions',
  async (name) => {
    const [before] = looks('.caption-line', 'fontFamily');
    await choose('Font', name);
    await until(() => looks('.caption-line', 'fontFamily')[1]).not.toBe(before);
    const [sample, captions] = looks('.caption-line', 'fontFamily');
    expect(sample).toBe(captions);
  },
);

test.each(['Shadow', 'Outline', 'Raised', 'Depressed'])(
  'the edge %s is that of the sample and the captions',
  async (name) => {
    expect(looks('.caption-line', 'textShadow')).toEqual(['none', 'none']);
    await choose('Text edge', name);
    await until(() => looks('.caption-line', 'textShadow')[1]).not.toBe('none');
    const sizeless = looks('.caption-line', 'textShadow').map((shadow) => String(shadow).match(/rgb\([^)]*\)/g));
    expect(sizeless[0]).toEqual(sizeless[1]);
  },
);

test('the font of small capitals is that of the sample and the captions', async () => {
  await choose('Font', 'Small caps');
  await until(() => looks('.caption-line', 'fontVariantCaps')).toEqual(['small-caps', 'small-caps']);
});

test('the size 200% doubles the text of the sample and of the captions', async () => {
  const sizes = (): number[] => looks('.caption-line', 'fontSize').map((size) => Number.parseFloat(String(size)));
  const [sample = 0, captions = 0] = sizes();
  await choose('Size', '200%');
  await until(sizes).toEqual([sample * 2, captions * 2]);
});

test('a chosen caption style is kept for the next visit, and a reset restores the usual style for both visits', async () => {
  await choose('Text color', 'Cyan');
  await choose('Text edge', 'Raised');
  document.querySelector('main')?.remove();
  await show();
  expect(looks('.caption-line', 'color')[1]).toBe('rgb(0, 255, 255)');
  await openStyle();
  expect(valuesOf()).toEqual({ ...USUAL, 'Text color': 'Cyan', 'Text edge': 'Raised' });
  await userEvent.click(find('.style-page .text-button'));
  await until(valuesOf).toEqual(USUAL);
  document.querySelector('main')?.remove();
  await show();
  expect(looks('.caption-line', 'color')[1]).toBe('rgb(255, 255, 255)');
});
