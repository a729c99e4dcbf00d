import { SnapshotStore } from '../../player/snapshot-store.ts';
import { embedCode, videoAddress } from './addresses.ts';
import type { ShareLinks } from './share-links.ts';
import { pageNameOf } from '../../../../protocol/page/base-path.ts';
import { parseAddress } from '../../platform/parse-address.ts';
import { commandOptions } from '../shared/command-options.ts';
import type { GivenTools } from '../tools.ts';

/** Names the place of the share panel in requests. */
const CLIENT_PARAMS = 'embedded-player';

/**
 * Addresses to share: of a video by itself (N7), or with its list (N8). Available at once from the page's data, and replaced by the
 * provider's response when it arrives; if the request fails, the page's own addresses stay.
 */
export class ShareOffer {
  readonly #store: SnapshotStore<ShareLinks>;
  readonly #given: GivenTools;
  #isAsked = false;

  constructor(given: GivenTools) {
    this.#given = given;
    const link = videoAddress(given);
    const { video } = given.playback.player.getSnapshot();
    this.#store = new SnapshotStore({ link, embedCode: embedCode(link, video) }, given.page.reportError);
  }

  get = (): ShareLinks => this.#store.get();

  /** The first subscriber starts the request to the provider. */
  subscribe = (listener: () => void): (() => void) => {
    if (!this.#isAsked) this.#ask().catch(this.#given.page.reportError);
    this.#isAsked = true;
    return this.#store.subscribe(listener);
  };

  async #ask(): Promise<void> {
    const { infrastructure } = this.#given.page;
    const { player } = this.#given.playback;
    const { video, playlist } = player.getSnapshot();
    const details = video.response?.videoDetails;
    const token = details?.serializedSharedEntity;
    if (token === undefined) return;
    const entity = { serializedSharedEntity: token };
    const response =
      (playlist?.listId ?? null) === null
        ? await infrastructure.call(
            'sharePanel',
            { ...entity, clientParams: CLIENT_PARAMS },
            commandOptions(details, 'sharePanel'),
          )
        : await infrastructure.call(
            'webPlayerSharePanel',
            { ...entity, includeListId: true },
            commandOptions(details, 'webPlayerSharePanel'),
          );
    if (!response.ok) return;
    const { shareUrl, embedCode: code } = response.value;
    const own = ownLink(this.get().link, shareUrl);
    this.#store.update(
      own === null ? { link: shareUrl, embedCode: code } : { link: own, embedCode: embedCode(own, video) },
    );
  }
}

/**
 * Link of the page with the query of the provider's link. The page knows the path of its server; a provider on another server, or behind
 * a proxy, does not. `null` if the provider's link leads elsewhere than to an embed page of this origin, which is the operator's
 * decision.
 */
function ownLink(link: string, given: string): string | null {
  const own = new URL(link);
  const address = parseAddress(given);
  if (address?.origin !== own.origin || pageNameOf(address.pathname) === '') return null;
  own.search = address.search;
  return own.href;
}
