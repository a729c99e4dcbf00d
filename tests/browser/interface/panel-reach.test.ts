import { expect, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import type { PanelName } from '../../../src/page/interface/panels/panels.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { rateable } from './support/rateable.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { openPanel } from './support/panel-parts.ts';
import { showPlayer } from './support/show-player.ts';
import { setTextSize } from './support/text-size.ts';
import { until } from './support/until.ts';

const SIZES = [
  [200, 113, 16],
  [200, 113, 32],
  [344, 194, 32],
] as const;
const CASES = SIZES.flatMap((size) => (['fine', 'coarse'] as const).map((pointer) => [...size, pointer] as const));

/** Each panel, the rows that lead to a page of it, and an element that is in the document once that page is drawn. */
const PANELS: readonly (readonly [name: PanelName, rows: readonly string[], drawn: string])[] = [
  ['more', ['moreActions'], '[data-row="about"]'],
  ['settings', ['speed'], '.speed-row'],
  ['settings', ['captions', 'captionStyle'], '.style-row'],
  ['settings', ['moreSettings'], '[data-row="privacy"]'],
  ['privacy', [], '.privacy-end'],
  ['share', [], '.share-options'],
];

test.each(CASES)(
  'at %i × %i px with text of %i px and a %s pointer the focus brings each control of a panel into view',
  async (width, height, textPx, pointer) => {
    const { features, root } = await showPlayer({ ...ADJUSTABLE, ...rateable(VIDEO.videoId) });
    root.dataset['pointer'] = pointer;
    for (const [name, rows, drawn] of PANELS) {
      // At this size the actions are one page deeper.
      await frame.viewport(320, 180);
      features.get(panels).open(name);
      for (const selector of [...rows.map((row) => `[data-row="${row}"]`), `dialog ${drawn}`]) {
        await until(() => root.querySelector(selector)).not.toBeNull();
        if (!selector.startsWith('dialog')) root.querySelector<HTMLElement>(selector)?.click();
      }
      await setTextSize(textPx);
      await frame.viewport(width, height);
      for (const animation of document.getAnimations()) animation.finish();
      const panel = openPanel();
      const found = panel === null ? ['no panel'] : hidden(panel);
      expect({ name, rows, found }).toEqual({ name, rows, found: [] });
      await setTextSize(16);
      features.get(panels).close();
      await until(() => root.querySelector('dialog')).toBeNull();
    }
  },
);

/** Controls that are covered although they have the focus, and the width of a panel that scrolls sideways. */
function hidden(panel: HTMLElement): string[] {
  const controls = [...panel.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')];
  const covered = controls.flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    control.focus();
    const { top, bottom, left, right } = control.getBoundingClientRect();
    const seen = [Math.max(top, 0), Math.min(bottom, panel.clientHeight)] as const;
    const free = [0.1, 0.3, 0.5, 0.7, 0.9].filter((share) => {
      const met = document.elementFromPoint((left + right) / 2, seen[0] + (seen[1] - seen[0]) * share);
      return met !== null && (control.contains(met) || met.closest('label')?.contains(control) === true);
    });
    return free.length > 3 ? [] : [`${control.ariaLabel ?? control.textContent.slice(0, 40)}: ${free.join(' ')}`];
  });
  return panel.scrollWidth > panel.clientWidth + 1 ? [...covered, `${panel.scrollWidth} px wide`] : covered;
}
