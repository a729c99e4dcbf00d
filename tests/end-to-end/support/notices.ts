import type { BrowserContext, Frame, Page } from 'playwright';

/** A notice disappears after a second, which a busy machine can miss: each one is recorded. */
export const keepNotices = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    let kept: Element | null = null;
    // Each notice is an element of its own, and is kept once: it may stand there after it was forgotten.
    const check = (): void => {
      const notice = document.querySelector('.notice');
      if (notice === kept || !notice?.textContent) return;
      kept = notice;
      Object.assign(window, { lastNotice: notice.textContent });
    };
    new MutationObserver(check).observe(document, { childList: true, characterData: true, subtree: true });
  });

/** The last or current notice. */
export const lastNotice = (page: Page | Frame): Promise<string> =>
  page.evaluate(() => (window as { lastNotice?: string }).lastNotice ?? '');

/** So that the next one is recognised as new, even with the same text. */
export const forgetNotices = (page: Page | Frame): Promise<void> =>
  page.evaluate(() => void Object.assign(window, { lastNotice: '' }));
