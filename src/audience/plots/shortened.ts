/** A payload has up to 65 536 characters, and a row of them pushes all others away. */
const CELL_MAX_CHARACTERS = 400;

/** A text as a cell shows it. The data below `/provider/api/` has it whole. */
export function shortened(text: string, maxCharacters = CELL_MAX_CHARACTERS): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`;
}
