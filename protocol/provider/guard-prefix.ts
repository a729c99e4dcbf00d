import { GUARD_PREFIX_CHARACTERS } from '../constants.ts';

/** Prefix of five characters that makes a JSON response useless to a `<script>` of another site (N17). */
export const GUARD_PREFIX = ")]}'\n";

/** The body without its guard prefix; a prefix without its newline is removed too. */
export function stripGuardPrefix(body: string): string {
  if (body.startsWith(GUARD_PREFIX)) return body.slice(GUARD_PREFIX_CHARACTERS);
  const bare = GUARD_PREFIX.trimEnd();
  return body.startsWith(bare) ? body.slice(bare.length) : body;
}
