import type { BrowserContext, Frame, Page } from 'playwright';

/** A notice disappears after a second, which a busy machine can miss: each one is recorded. */
export const keepNotices = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const look = (): void => {
      const text = document.querySelector('.notice')?.textContent;
      if (text) Object.assign(window, { lastNotice: text });
    };
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  });

/** The last or current notice. */
export const lastNotice = (page: Page | Frame): Promise<string> =>
  page.evaluate(() => (window as { lastNotice?: string }).lastNotice ?? '');

/** So that the next one is recognised as new, even with the same text. */
export const forgetNotices = (page: Page | Frame): Promise<void> =>
  page.evaluate(() => void Object.assign(window, { lastNotice: '' }));
