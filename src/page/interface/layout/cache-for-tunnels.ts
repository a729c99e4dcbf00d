import { isRequested } from '../../platform/load-chunk.ts';
import { isSavingData, networkOf, readNetworkFacts } from '../../platform/network-facts.ts';
import { captionWindow } from '../captions/load-caption-window.ts';
import { chapters, openPanel, privacy, sheet, transcript } from './panel-parts.ts';
import type { GivenTools } from '../tools.ts';
import { cacheParts } from '../shared/cache-parts.ts';

/** When parts are cached, in milliseconds of playback and seconds of media ahead. */
const MENUS_CACHED = { afterMs: 0, aheadSeconds: 2 };
const SHEETS_CACHED = { afterMs: 3_000, aheadSeconds: 10 };

/** Caches code for times without a network: as soon as the buffer is ahead, `first` and the menus, later the parts behind the menus. */
export function cacheForTunnels({ page, playback }: GivenTools, first: readonly (() => Promise<unknown>)[] = []): void {
  const cached = new Set<string>();
  const tools = {
    ...page,
    ...playback,
    isLoaded: (address: string) => isRequested(address) || cached.has(address),
    cacheFiles(addresses: readonly string[]) {
      for (const address of addresses) cached.add(address);
      return page.infrastructure.cacheFiles(addresses);
    },
  };
  cacheParts({ ...tools, ...MENUS_CACHED, parts: [...first, openPanel, captionWindow], savesData: () => false });
  cacheParts({
    ...tools,
    ...SHEETS_CACHED,
    parts: [chapters, transcript, sheet, privacy],
    // A mobile network is no reason to save data here: its viewers are the ones who enter tunnels.
    savesData() {
      const { choice } = playback.player.getSnapshot().dataSaver;
      return isSavingData(choice, { ...readNetworkFacts(networkOf(navigator)), isMobile: false });
    },
  });
}
