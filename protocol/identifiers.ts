import * as z from 'zod/mini';

/** Existing clients match ids with this pattern and accept no others. */
export const VideoId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{11}$/, 'a video id is 11 characters of A-Z a-z 0-9 _ -'));
export type VideoId = z.infer<typeof VideoId>;

export const PlaylistId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{2,64}$/, 'a playlist id is 2 to 64 characters of A-Z a-z 0-9 _ -'));
export type PlaylistId = z.infer<typeof PlaylistId>;

/** List ids carry this prefix (C3). */
export const PLAYLIST_ID_PREFIX = 'PL';

/** The alphabet of nonces; 64 characters, so that six bits choose a character (L9). */
export const NONCE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A nonce with one character of {@link NONCE_ALPHABET} for each random byte. */
export function makeNonce(bytes: Uint8Array): string {
  let nonce = '';
  for (const byte of bytes) nonce += NONCE_ALPHABET.charAt(byte & 63);
  return nonce;
}
