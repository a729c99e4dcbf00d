import type { PrivacyReport } from '../../../../protocol/privacy/privacy-report.ts';
import { drawn, find } from './elements.ts';
import { enterRow, inPanel, openByKey } from './panel-parts.ts';
import { showPlayer, type ShownPlayer } from './show-player.ts';
import { until } from './until.ts';

/** Opens the privacy panel over a service with this report; data that a test deletes disappears from the report. */
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

/** Title and lifetime of each kind of stored item, without the unknown items that the test runner stores. */
export const stored = (): readonly (readonly string[])[] =>
  inPanel('li:has(button) > div')
    .map((item) => [...item.children].map(({ textContent }) => textContent))
    .filter(([title]) => title !== 'Unknown (not from this player)');

/** The browser's names of the player's stored items, which are behind 'Details'. */
export const names = (): string[] =>
  inPanel('.privacy-name').flatMap(({ textContent }) => (textContent.includes('oriel') ? [textContent] : []));

/** Contacted origins, and the purposes of each contact. */
export const contacts = (): readonly (readonly string[])[] =>
  inPanel('li:has(.privacy-origin) > div').map((item) => [...item.children].map(({ textContent }) => textContent));

export const headings = (): string[] => inPanel('h3').map(({ textContent }) => textContent);

export const paragraphs = (): string[] => inPanel('p:not(.privacy-end)').map(({ textContent }) => textContent);

/** Status message about the last deletion. */
export const outcomeText = (): string => find('.privacy-end [role="status"]').textContent;

export function eraseButton(title: string): HTMLElement {
  const button = inPanel('li button').find(({ ariaLabel }) => ariaLabel === `Delete: ${title}`);
  if (button === undefined) throw new Error(`nothing is stored as ${title}`);
  return button;
}
