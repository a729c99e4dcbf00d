import { expect } from 'vitest';
import { flush, freshPrefix, logEvents, test, visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';

test('a viewer who is asked whether to leave and stays has an active page again [X2]', async ({ lab }) => {
  const prefix = freshPrefix('stays');
  const url = lab.site.page(
    `${lab.hostHtml}<script>addEventListener('beforeunload', (event) => event.preventDefault());</script>`,
  );
  const { page, frame } = await visit(lab.context, url);
  await logEvents(frame, prefix, 1);
  await flush(frame);
  // Browsers ask only those who have used the page.
  await page.mouse.click(700, 400);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await frame.locator('#player').press('m');
  const [marked] = await lab.provider.events(prefix);
  const [session = ''] = marked?.clientEventId.split('.') ?? [];
  const changes = async (): Promise<unknown[]> => {
    await flush(frame);
    const events = await lab.provider.eventsOf(session, 'documentLifecycleChanged');
    return events.map(({ payload }) => JSON.parse(payload) as unknown);
  };
  await expect.poll(changes, POLLING).toEqual([
    { from: 'document_active', to: 'document_disposed_preventable', cause: 'beforeunload' },
    { from: 'document_disposed_preventable', to: 'document_active', cause: 'cancelled' },
  ]);
});
