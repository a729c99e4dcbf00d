import { startInteraction } from './start-interaction.ts';
import type { PageTools } from './viewer-tools.ts';
import { mountApp } from './mount-app.tsx';

/** The lazy part of the page, in one piece: input handling and rendering. */
export async function openInterface(
  container: HTMLElement,
  page: PageTools,
  takeKeys: () => readonly KeyboardEvent[],
  signal: AbortSignal,
): Promise<void> {
  const tools = await startInteraction(page, takeKeys, signal).catch((error: unknown) => {
    page.reportError(error);
    return null;
  });
  mountApp(container, page, tools);
}
