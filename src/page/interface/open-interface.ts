import { startInteraction } from './start-interaction.ts';
import type { GivenTools } from './tools.ts';
import { mountApp } from './mount-app.tsx';
import { cacheForTunnels } from './layout/cache-for-tunnels.ts';
import { loadWaitingPictures } from './shared/waiting-pictures.ts';

/** Starts the part of the page that loads later: input handling and rendering. */
export async function openInterface(
  container: HTMLElement,
  given: GivenTools,
  takeKeys: () => readonly KeyboardEvent[],
): Promise<void> {
  const features = await startInteraction(given, takeKeys).catch((error: unknown) => {
    given.page.reportError(error);
    return null;
  });
  const app = mountApp(container, given, features);
  await app.rendered;
  await given.page.presses.over();
  app.show();
  loadWaitingPictures(given.page.root);
  cacheForTunnels(given);
}
