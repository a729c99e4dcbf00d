import { SnapshotStore } from '../../player/snapshot-store.ts';
import { parseAddress } from '../../parse-address.ts';
import { embedCode, videoAddress } from './addresses.ts';
import type { Tools } from '../tools.ts';

export interface ShareLinks {
  readonly link: string;
  readonly embedCode: string;
  /** Address within the embed code. */
  readonly embedUrl: string;
}

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
    const own: ShareLinks = { link, embedUrl: link, embedCode: embedCode(link, title) };
    this.#store = new SnapshotStore(own, tools.page.reportError);
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
    const { shareUrl, embedUrl, embedCode: code } = response.value;
    this.#store.update({ link: shareUrl, embedUrl, embedCode: code });
  }
}

/** The same links, with a start time. Seconds. */
export function startingAt({ link, embedUrl, embedCode: code }: ShareLinks, seconds: number): ShareLinks {
  const [from, to] = [embedUrl, withStart(embedUrl, seconds)];
  /** The address is escaped in the code, as in any markup. */
  const inCode = code.replace(asMarkup(from), () => asMarkup(to));
  return { link: withStart(link, seconds), embedUrl: to, embedCode: inCode };
}

/** An address that cannot be parsed is the provider's own format, and stays as it is. */
function withStart(address: string, seconds: number): string {
  const url = parseAddress(address);
  if (url === undefined) return address;
  url.searchParams.set('start', String(seconds));
  return url.href;
}

function asMarkup(address: string): string {
  return address.replace(/&/g, '&amp;');
}
