import { expect, test } from 'vitest';
import {
  captionCss,
  readCaptionStyle,
  DEFAULT_CAPTION_STYLE,
} from '../../../../../src/page/interface/captions/caption-style.ts';
import { CaptionStyleStore } from '../../../../../src/page/interface/captions/caption-style-store.ts';
import { ViewerMemory } from '../../../../../src/page/interface/shared/viewer-memory.ts';
import { LocalEntries } from '../../../../../src/page/infrastructure/viewer/local-entries.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

const fail = (error: unknown): void => {
  throw error;
};
const looksOn = (storage: Storage | null) => {
  const entries = storage === null ? null : new LocalEntries(() => storage, createFakeClock());
  return new CaptionStyleStore(new ViewerMemory(entries), fail);
};

test('a style is remembered on the device [S8]', () => {
  const storage = new FakeStorage();
  looksOn(storage).change({ textColour: 'yellow', edge: 'outline' });
  expect(looksOn(storage).get()).toEqual({ ...DEFAULT_CAPTION_STYLE, textColour: 'yellow', edge: 'outline' });
  looksOn(storage).reset();
  expect(looksOn(storage).get()).toEqual(DEFAULT_CAPTION_STYLE);
  expect(storage.texts()).toEqual([]);
});

test('a page that becomes private reads and stores nothing from then on [P10]', () => {
  const storage = new FakeStorage();
  let isPrivate = false;
  const memory = new ViewerMemory(new LocalEntries(() => storage, createFakeClock()), () => isPrivate);
  memory.write('kept', 1);
  isPrivate = true;
  expect(memory.read('kept')).toBeUndefined();
  memory.write('other', 2);
  expect(storage.texts()).toHaveLength(1);
});

test('a private embed changes the style and stores nothing [P10]', () => {
  const looks = looksOn(null);
  looks.change({ textColour: 'red' });
  expect(looks.get().textColour).toBe('red');
  expect(looksOn(null).get()).toEqual(DEFAULT_CAPTION_STYLE);
});

test.each([null, 'text', 7, [[]], { font: 'comic', sizePercent: 1e9, __proto__: { edge: 'shadow' }, other: 1 }])(
  'an unreadable stored style falls back to the default: %j',
  (stored) => {
    expect(readCaptionStyle(stored)).toEqual(DEFAULT_CAPTION_STYLE);
  },
);

test('resize steps through the caption sizes up to the largest, and opacities cycle', () => {
  const looks = looksOn(null);
  expect([looks.resize(1), looks.resize(1), looks.resize(1), looks.resize(1), looks.resize(1)]).toEqual([
    150, 200, 300, 400, 400,
  ]);
  expect([looks.nextTextOpacity(), looks.nextTextOpacity()]).toEqual([25, 50]);
  expect([looks.nextWindowOpacity(), looks.nextWindowOpacity()]).toEqual([25, 50]);
});

test('the caption size is the product of the host’s and the viewer’s sizes, and a transparent window has no background', () => {
  const large = captionCss({ ...DEFAULT_CAPTION_STYLE, sizePercent: 200 }, 1);
  expect(large.window.fontSize).toBe(
    'calc(min(var(--oriel-caption-size) * 2.5, max(12px, 12vmin)) * var(--caption-fit, 1))',
  );
  expect(captionCss(DEFAULT_CAPTION_STYLE, 0).frame).toEqual({});
  expect(captionCss({ ...DEFAULT_CAPTION_STYLE, windowColour: 'blue', windowOpacityPercent: 50 }, 0).frame).toEqual({
    background: 'rgb(0 0 255 / 50%)',
  });
});
