import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captionsOf, cueOf } from './support/caption-parts.ts';
import { until } from './support/until.ts';
import { all, find } from './support/elements.ts';
import { openByKey, enterRow } from './support/panel-parts.ts';
import { showPlayer } from './support/show-player.ts';

/** Themes in which focus rings must meet WCAG 2.4.7 and 1.4.11. */
type Theme = 'dark' | 'light';

function channels(colour: string): number[] {
  return colour.match(/[\d.]+/g)?.map(Number) ?? [];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Contrast of the ring with the colour of its button, and its distance from the edge of the button. */
function ringOf(button: HTMLElement): { readonly contrast: number; readonly rimPx: number } {
  const { outlineColor, outlineOffset, outlineWidth, backgroundColor } = getComputedStyle(button);
  return {
    contrast: contrast(outlineColor, backgroundColor),
    rimPx: -Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth),
  };
}

test.each<Theme>(['dark', 'light'])(
  'in the %s theme the focus ring of a filled button is inside it, at least 2 px from its edge, with a contrast of at least 3',
  async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    onTestFinished(() => void delete document.documentElement.dataset['theme']);
    await showPlayer({ muted: true, autoplayBlocked: true, captions: captionsOf([cueOf('Sea and sand')]) });
    await until(() => all('.unmute').length).toBe(1);
    await userEvent.tab();
    find('.unmute').focus();
    const rings = [ringOf(find('.unmute'))];
    await openByKey('settings');
    await enterRow('captions', 'Captions');
    await enterRow('captionStyle', 'Caption style');
    find('.style-page .text-button').focus();
    rings.push(ringOf(find('.style-page .text-button')));
    for (const { contrast: ratio, rimPx } of rings) {
      expect(ratio).toBeGreaterThanOrEqual(3);
      expect(rimPx).toBeGreaterThanOrEqual(2);
    }
  },
);
