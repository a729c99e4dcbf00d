/** A payload has up to 65 536 characters, which would push all other rows out of sight. */
const CELL_MAX_CHARACTERS = 400;

/** A text shortened for a table cell. The data below `/provider/api/` has the full text. */
export function shortened(text: string, maxCharacters = CELL_MAX_CHARACTERS): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`;
}
