import { isRequested } from '../platform/load-chunk.ts';
import { startInteraction } from './start-interaction.ts';
import type { GivenTools } from './tools.ts';
import { isSavingData, networkOf, readNetworkFacts } from '../platform/network-facts.ts';
import { mountApp } from './mount-app.tsx';
import { captionWindow } from './captions/captions.tsx';
import { chapters, openPanel, privacy, sheet, transcript } from './layout/panel-parts.ts';
import { cacheParts } from './shared/cache-parts.ts';
import { loadWaitingPictures } from './shared/waiting-pictures.ts';

/** When parts are cached, in milliseconds of playback and seconds of media ahead. */
const MENUS_CACHED = { afterMs: 0, aheadSeconds: 2 };
const SHEETS_CACHED = { afterMs: 3_000, aheadSeconds: 10 };

/** The lazy part of the page, in one piece: input handling and rendering. */
export async function openInterface(
  container: HTMLElement,
  given: GivenTools,
  takeKeys: () => readonly KeyboardEvent[],
): Promise<void> {
  const features = await startInteraction(given, takeKeys).catch((error: unknown) => {
    given.page.reportError(error);
    return null;
  });
  mountApp(container, given, features);
  loadWaitingPictures(given.page.root);
  cacheForTunnels(given);
}

/** Caches menus as soon as the buffer is ahead, then the parts behind the menus. */
function cacheForTunnels({ page, playback }: GivenTools): void {
  const tools = {
    ...page,
    ...playback,
    fetch: globalThis.fetch.bind(globalThis),
    isLoaded: isRequested,
  };
  cacheParts({ ...tools, ...MENUS_CACHED, parts: [openPanel, captionWindow], savesData: () => false });
  cacheParts({
    ...tools,
    ...SHEETS_CACHED,
    parts: [chapters, transcript, sheet, privacy],
    // A mobile network alone is no reason: tunnels are on its way.
    savesData() {
      const { choice } = playback.player.getSnapshot().dataSaver;
      return isSavingData(choice, { ...readNetworkFacts(networkOf(navigator)), isMobile: false });
    },
  });
}
