import { expect, test } from 'vitest';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { openInterface } from './support/open-interface.ts';

test.each([
  ['Escape', () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })],
  ['a press', () => new PointerEvent('pointerdown', { bubbles: true })],
])('%s closes an open panel whose code has not loaded', async (_what, input) => {
  const { features, given } = await openInterface();
  features.get(panels).open('shortcuts');
  given.page.media.dispatchEvent(input());
  expect(features.get(panels).get()).toBe(null);
});
