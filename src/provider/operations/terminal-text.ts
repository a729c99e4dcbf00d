/** Characters that are no letter, mark, number, sign or space: controls, directions, halves of characters, line separators. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

/**
 * Makes text safe for a terminal, which would execute escape codes in a file name or a title, and characters that change the
 * direction. Further lines are indented, so that none looks like a line of the log.
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
