import type { BrowserContext, Page } from 'playwright';

/** A notice is gone after a second, which a machine that is busy can be too late to see: each one is kept. */
export const keepNotices = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const look = (): void => {
      const text = document.querySelector('.notice')?.textContent;
      if (text) Object.assign(window, { lastNotice: text });
    };
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  });

/** The one that was shown last, or is shown. */
export const lastNotice = (page: Page): Promise<string> =>
  page.evaluate(() => (window as { lastNotice?: string }).lastNotice ?? '');

/** So that the next one is seen to be new, though it says the same. */
export const forgetNotices = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(window, { lastNotice: '' }));
