/** All that is no letter, mark, number, sign or space: controls, directions, halves of characters, line separators. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

/**
 * Text for a terminal, which would obey what the name of a file or a title holds: escape codes, and characters that turn
 * the direction around. Further lines are indented, so that none looks like a sentence of ours.
 */
export function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' || line.startsWith(' ') ? line : `  ${line}`))
    .map(escapeUnseen)
    .join('\n');
}

/** Escaped as in JSON, so that JSON stays the same. */
export function escapeUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeOf(character.charCodeAt(index))).join(''),
  );
}

function escapeOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
