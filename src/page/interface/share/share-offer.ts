import { SnapshotStore } from '../../player/snapshot-store.ts';
import { embedCode, videoAddress } from './addresses.ts';
import type { ShareLinks } from './share-links.ts';
import type { Tools } from '../tools.ts';

/**
 * N8: what can be shared. Available at once from what the page knows, and replaced by the provider's response when it
 * arrives; if it fails, nothing is missing.
 */
export class ShareOffer {
  readonly #store: SnapshotStore<ShareLinks>;
  readonly #tools: Tools;
  #isAsked = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    const link = videoAddress(tools);
    const { title } = tools.playback.player.getSnapshot().video;
    this.#store = new SnapshotStore({ link, embedCode: embedCode(link, title) }, tools.page.reportError);
  }

  get = (): ShareLinks => this.#store.get();

  /** Requested by the first subscriber. */
  subscribe = (listener: () => void): (() => void) => {
    if (!this.#isAsked) this.#ask().catch(this.#tools.page.reportError);
    this.#isAsked = true;
    return this.#store.subscribe(listener);
  };

  async #ask(): Promise<void> {
    const { call } = this.#tools.page;
    const { player } = this.#tools.playback;
    const { video, playlist } = player.getSnapshot();
    const token = video.response?.videoDetails?.serializedSharedEntity;
    if (token === undefined) return;
    const includeListId = (playlist?.listId ?? null) !== null;
    const response = await call('webPlayerSharePanel', { serializedSharedEntity: token, includeListId });
    if (!response.ok) return;
    const { shareUrl, embedCode: code } = response.value;
    this.#store.update({ link: shareUrl, embedCode: code });
  }
}
