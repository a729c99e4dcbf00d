import { VideoUploads } from '../../../protocol/provider/video-uploads.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import type { Addresses } from './addresses.ts';
import { sendRequest } from './send-request.ts';

/** A video file with its upload options. */
export interface NewVideo {
  readonly file: File;
  readonly title: string;
  readonly captions: readonly File[];
  /** Encoding of captions that are not UTF-8; empty to let the server detect it. */
  readonly captionsEncoding: string;
  readonly isListed: boolean;
  readonly copies: boolean;
}

export type Listed =
  { readonly ok: true; readonly videos: VideoUploads } | { readonly ok: false; readonly message: string };

export const SIGNED_OUT = 'You are signed out. Reload this page to sign in; uploads go on afterwards.';
const NO_RESPONSE = 'The server is not responding. Trying again…';

/** The requests of this page, except the bytes of videos. A refused request throws an error with the reason. */
export class ProviderCalls {
  readonly #addresses: Addresses;
  readonly #fetch: typeof fetch;

  constructor(addresses: Addresses, fetcher: typeof fetch) {
    this.#addresses = addresses;
    this.#fetch = fetcher;
  }

  async list(): Promise<Listed> {
    try {
      const response = await this.#fetch(this.#addresses.videos);
      if (response.status === 401) return { ok: false, message: SIGNED_OUT };
      const parsed = parseAt('videos', VideoUploads, response.ok ? await response.json() : undefined);
      return parsed.ok ? { ok: true, videos: parsed.value } : { ok: false, message: NO_RESPONSE };
    } catch {
      return { ok: false, message: NO_RESPONSE };
    }
  }

  /** Creates an upload with its captions, before the first byte of the video. Returns the address to send the file to. */
  async create({ file, title, captions, captionsEncoding, isListed, copies }: NewVideo): Promise<string> {
    const metadata = {
      filename: file.name,
      modified: String(file.lastModified),
      listed: isListed ? '1' : '0',
      copy: copies ? '1' : '0',
      ...(title === '' ? {} : { title }),
    };
    const response = await sendRequest(this.#fetch, 'POST', this.#addresses.uploads, {
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': String(file.size),
        'Upload-Metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${base64(value)}`)
          .join(','),
      },
    });
    const address = response.headers.get('Location') ?? '';
    try {
      for (const caption of captions) await this.#addCaptions(address, caption, captionsEncoding);
    } catch (error) {
      await this.remove(idIn(address));
      throw error;
    }
    return address;
  }

  async remove(id: string): Promise<void> {
    await sendRequest(this.#fetch, 'DELETE', `${this.#addresses.uploads}/${id}`);
  }

  async again(id: string): Promise<void> {
    await sendRequest(this.#fetch, 'POST', `${this.#addresses.videos}/${id}/again`);
  }

  async #addCaptions(address: string, file: File, encoding: string): Promise<void> {
    const path = `${this.#addresses.videos}/${idIn(address)}/captions/${encodeURIComponent(file.name)}`;
    const query = encoding === '' ? '' : `?encoding=${encodeURIComponent(encoding)}`;
    // Sends the raw bytes, because the server detects their encoding.
    await sendRequest(this.#fetch, 'PUT', `${path}${query}`, { body: file });
  }
}

export function idIn(address: string): string {
  return address.split('/').at(-1) ?? '';
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
