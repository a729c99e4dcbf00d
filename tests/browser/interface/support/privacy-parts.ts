import type { PrivacyReport } from '../../../../protocol/privacy/privacy-report.ts';
import { drawn, find } from './elements.ts';
import { enterRow, inPanel, openByKey } from './panel-parts.ts';
import { showPlayer, type ShownPlayer } from './show-player.ts';
import { until } from './until.ts';

/** The panel over a service that reports what a test says; what it is asked to erase is gone. */
export async function openPrivacy(
  patch: Partial<PrivacyReport> = {},
  { hl = 'en', title = 'Privacy', isRunning = true } = {},
): Promise<ShownPlayer> {
  const shown = await showPlayer({}, { size: [800, 600], query: `hl=${hl}` });
  const { infrastructure } = shown;
  infrastructure.report = { ...infrastructure.report, ...patch };
  if (!isRunning) infrastructure.failing.add('privacy');
  await until(() => drawn('.settings-button').length).toBe(1);
  await openByKey('settings');
  await enterRow('privacy', title);
  if (isRunning) await until(() => inPanel('h3').length).toBeGreaterThan(0);
  return shown;
}

/** Title, lifetime and name of each stored item. The runner of the tests stores something, too. */
export function storedItems(): readonly (readonly string[])[] {
  const parts = inPanel('li:has(.privacy-name) > div').map((item) =>
    [...item.children].map(({ textContent }) => textContent),
  );
  return parts.filter(([, , name = '']) => name.includes('oriel'));
}

/** Origins and what they were contacted for. */
export const contacts = (): readonly (readonly string[])[] =>
  inPanel('li:has(.privacy-origin) > div').map((item) => [...item.children].map(({ textContent }) => textContent));

export const headings = (): string[] => inPanel('h3').map(({ textContent }) => textContent);

export const paragraphs = (): string[] => inPanel('p:not(.privacy-end)').map(({ textContent }) => textContent);

/** Status message about the last deletion. */
export const outcomeText = (): string => find('.privacy-end [role="status"]').textContent;

export function eraseButton(name: string): HTMLElement {
  const item = inPanel('li').find((one) => one.querySelector('.privacy-name')?.textContent === name);
  const button = item?.querySelector('button');
  if (button === null || button === undefined) throw new Error(`nothing is stored as ${name}`);
  return button;
}
