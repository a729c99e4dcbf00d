import { CONSENT_PARAMETER } from '../privacy/consent.ts';

/** Writes the parameters for the options that embed code and links offer; `embed-parameters.ts` reads them. */

export type ParameterValues = Readonly<Record<string, string | number | null>>;

/** A list with an id and the index of the video in it, or the ids of the videos that follow in a list without an id. */
export type EmbeddedPlaylist =
  { readonly listId: string; readonly index: number } | { readonly followingIds: readonly string[] };

export interface EmbedOptions {
  /** Whole seconds; 0 is the start of the video. */
  readonly startSeconds: number;
  /** The language of captions that are on from the start; `null` leaves captions to the viewer. */
  readonly captionLanguage: string | null;
  readonly autoplay: boolean;
  readonly loop: boolean;
  /** Stores nothing on the viewer's device (P10). */
  readonly isPrivate: boolean;
  /** `null` removes any playlist from the address; absent keeps the playlist of the address. */
  readonly playlist?: EmbeddedPlaylist | null;
}

/** Parameters of an embed address; `null` removes a parameter. Values that equal the player's defaults are left out. */
export function embedParameters(options: EmbedOptions): ParameterValues {
  const { startSeconds, captionLanguage, autoplay, loop, isPrivate, playlist } = options;
  return {
    ...(playlist !== undefined && playlistParameters(playlist)),
    ...(startSeconds > 0 && { start: startSeconds }),
    ...(captionLanguage !== null && { cc_load_policy: 1, cc_lang_pref: captionLanguage }),
    // Browsers let only muted video start by itself.
    ...(autoplay && { autoplay: 1, mute: 1 }),
    ...(loop && { loop: 1 }),
    ...(isPrivate && { [CONSENT_PARAMETER]: 'none' }),
  };
}

function playlistParameters(playlist: EmbeddedPlaylist | null): ParameterValues {
  const none = { list: null, listType: null, index: null, playlist: null };
  if (playlist === null) return none;
  if ('followingIds' in playlist) return { ...none, playlist: playlist.followingIds.join(',') };
  return { ...none, list: playlist.listId, ...(playlist.index > 0 && { index: playlist.index }) };
}

const ADDRESS = /^(https?:\/\/[^\s/?#][^\s?#]*)(?:\?([^\s#]*))?(#\S*)?$/i;

/**
 * Replaces parameters of the same names in the address; everything else keeps its text. An address that is no http(s) URL has a
 * format of the provider's own, and stays as it is.
 */
export function withParameters(address: string, parameters: ParameterValues): string {
  const parts = ADDRESS.exec(address);
  if (parts === null) return address;
  const [, page = '', query = '', fragment = ''] = parts;
  const kept = query.split('&').filter((pair) => pair !== '' && !Object.hasOwn(parameters, nameOf(pair)));
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encode(value)}`],
  );
  const pairs = [...kept, ...set];
  return `${page}${pairs.length === 0 ? '' : '?'}${pairs.join('&')}${fragment}`;
}

function nameOf(pair: string): string {
  return pair.split('=', 1)[0] ?? '';
}

/** Lone surrogates cannot be encoded; hosts can name a list with one. */
function encode(value: string | number): string {
  return encodeURIComponent(String(value).replace(/\p{Cs}/gu, '\uFFFD'));
}
