// @module-tag thorough
import { describe, expect } from 'vitest';
import { addSubtitled } from '../media/support/captioned-media.ts';
import { UnusualMedia } from '../media/support/unusual-media.ts';
import { POLLING } from '../reliability/support/provider-view.ts';
import { browserTest } from './support/browser-test.ts';
import { chromiumKind, firefoxKind, webKitKind } from './support/browser-kinds.ts';

const ON_DEMAND = 'film-webvtt';
const LIVE = 'film-livevt';

for (const kind of [chromiumKind(), firefoxKind(), webKitKind()]) {
  const test = browserTest(kind).extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    onCleanup(() => media.remove());
    await addSubtitled(media, ON_DEMAND);
    await addSubtitled(media, LIVE, false);
    await media.addMade('film-closed', 'kinds/closed');
    return { ORIEL_BENCH: '1', ORIEL_SCENARIOS: '1', ORIEL_CATALOG_DIR: media.folder };
  });
  const title = kind.launch === undefined ? `${kind.name} (not on this machine: it needs ${kind.needs})` : kind.name;
  describe.skipIf(kind.launch === undefined)(title, () => {
    test.for([
      ['on demand, WebVTT', ON_DEMAND, /^<i>english<\/i> \d/],
      ['live, WebVTT', LIVE, /^<i>english<\/i> \d/],
      ['on demand, CEA-608', 'film-closed', /^A &lt; B &amp; \d/],
    ] as const)('captions inside a stream are shown: %s', async ([, id, text], { visit }) => {
      const page = await visit(`/embed/${id}?autoplay=1&mute=1&cc_load_policy=1&hl=en&loop=1`);
      const shown = () => page.inPlayer(() => document.querySelector('.caption-line')?.innerHTML ?? '');
      await expect.poll(shown, { ...POLLING, interval: 100 }).toMatch(text);
      expect(page.problems).toEqual([]);
    });
  });
}
