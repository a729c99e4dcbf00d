import { GUARD_PREFIX_CHARACTERS } from '../constants.ts';

/** N17: five characters that make a JSON response useless to a `<script>` of another site. */
export const GUARD_PREFIX = ")]}'\n";

/** The answer without its guard prefix; a prefix without its newline is taken off too. */
export function stripGuardPrefix(body: string): string {
  if (body.startsWith(GUARD_PREFIX)) return body.slice(GUARD_PREFIX_CHARACTERS);
  const bare = GUARD_PREFIX.trimEnd();
  return body.startsWith(bare) ? body.slice(bare.length) : body;
}
