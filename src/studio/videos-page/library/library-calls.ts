import type * as z from 'zod/mini';
import {
  LibraryChange,
  LibraryFindings,
  VideoLibrary,
  type LibraryVideo,
} from '../../../../protocol/provider/video-library.ts';
import { VideoViews } from '../../../../protocol/provider/viewers-report.ts';
import { parseAt } from '../../../../protocol/runtime/parse.ts';
import type { Addresses } from '../addresses.ts';
import { sendRequest } from '../send-request.ts';

export interface WordsOfVideo {
  readonly title: string;
  readonly description: string;
  readonly isListed: boolean;
}

/** Sends a request that changes a video, and shows a refusal; resolves with whether the request succeeded. */
export type Change = (request: () => Promise<LibraryChange>, done: string) => Promise<boolean>;

/** The requests of the library. A refused request throws an error with the reason. */
export class LibraryCalls {
  readonly #addresses: Pick<Addresses, 'library' | 'views'>;
  readonly #fetch: typeof fetch;

  constructor(addresses: Pick<Addresses, 'library' | 'views'>, fetcher: typeof fetch) {
    this.#addresses = addresses;
    this.#fetch = fetcher;
  }

  list(search: string, after: number): Promise<VideoLibrary> {
    const query = new URLSearchParams({ search, after: String(after) });
    return this.#send('GET', `?${query.toString()}`, VideoLibrary);
  }

  check(id: string): Promise<LibraryFindings> {
    return this.#send('GET', `/videos/${id}/check`, LibraryFindings);
  }

  edit({ id, revision }: LibraryVideo, words: WordsOfVideo): Promise<LibraryChange> {
    return this.#send('PATCH', `/videos/${id}`, LibraryChange, JSON.stringify({ revision, ...words }));
  }

  addCaptions(id: string, name: string, file: File, encoding: string): Promise<LibraryChange> {
    const query = encoding === '' ? '' : `?encoding=${encodeURIComponent(encoding)}`;
    // Sends the raw bytes, because the server detects their encoding.
    return this.#send('PUT', `/videos/${id}/captions/${encodeURIComponent(name)}${query}`, LibraryChange, file);
  }

  removeCaptions(id: string, url: string): Promise<LibraryChange> {
    return this.#send('DELETE', `/videos/${id}/captions?url=${encodeURIComponent(url)}`, LibraryChange);
  }

  takePoster(id: string, seconds: number): Promise<LibraryChange> {
    return this.#send('PUT', `/videos/${id}/poster`, LibraryChange, JSON.stringify({ seconds }));
  }

  remove(id: string): Promise<LibraryChange> {
    return this.#send('DELETE', `/videos/${id}`, LibraryChange);
  }

  restore(name: string): Promise<LibraryChange> {
    return this.#send('POST', `/removed/${name}/restore`, LibraryChange);
  }

  forget(name: string): Promise<LibraryChange> {
    return this.#send('DELETE', `/removed/${name}`, LibraryChange);
  }

  /** View counts of videos; `null` if the server counts no views. */
  async views(ids: readonly string[]): Promise<VideoViews | null> {
    try {
      const response = await this.#fetch(`${this.#addresses.views}?videos=${ids.join(',')}`);
      const parsed = response.ok ? parseAt('views', VideoViews, await response.json()) : undefined;
      return parsed?.ok === true ? parsed.value : null;
    } catch {
      return null;
    }
  }

  async #send<T>(method: string, path: string, schema: z.ZodMiniType<T>, body?: BodyInit): Promise<T> {
    const init = body === undefined ? {} : { body };
    const response = await sendRequest(this.#fetch, method, `${this.#addresses.library}${path}`, init);
    const parsed = parseAt('library', schema, await response.json());
    if (!parsed.ok) throw new Error('The server has been updated. Reload this page.');
    return parsed.value;
  }
}
