import { parse, type DocumentNode } from '@humanwhocodes/momoa';

export type JsonNode = DocumentNode['body'];

/** The line on which a field begins; for a missing field, the line of its parent. */
export function lineOfField(root: JsonNode, path: readonly string[]): number {
  let node = root;
  let line = node.loc.start.line;
  for (const step of path) {
    if (node.type === 'Object') {
      const member = node.members.find(({ name }) => (name.type === 'String' ? name.value : name.name) === step);
      if (member === undefined) return line;
      line = member.loc.start.line;
      node = member.value;
    } else if (node.type === 'Array') {
      const element = node.elements[Number(step)];
      if (element === undefined) return line;
      line = element.loc.start.line;
      node = element.value;
    } else return line;
  }
  return line;
}

/** Why a text is not JSON, with line and column: `:3:1: not JSON: …`. */
export function explainSyntax(text: string, error: unknown): string {
  if (text.trim() === '') return ': not JSON: the file is empty';
  const offset = faultOffset(text, error);
  if (offset === undefined) return ': not JSON';
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return `:${line}:${column}: not JSON: ${mend(before.trimEnd().at(-1), text.slice(offset))}`;
}

/** The engine reports the position of most faults; a second parser finds the position of the remaining faults. */
function faultOffset(text: string, error: unknown): number | undefined {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('end of JSON input')) return text.length;
  const named = /at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  try {
    parse(text, { mode: 'json' });
  } catch (fault) {
    const { offset } = fault as { offset?: unknown };
    if (typeof offset === 'number') return offset;
  }
  return undefined;
}

function mend(before: string | undefined, rest: string): string {
  const here = rest[0];
  if (here === undefined) return 'the text ends too early. Is a } or ] missing?';
  if (before === ',' && /[}\]]/.test(here)) return `a comma before ${here}. Take the comma away`;
  if (here === "'") return 'a single quote. JSON has "double quotes" only';
  if (here === '/' || here === '#') return 'a comment. JSON has none';
  if (here < ' ') return 'a line break or tab within a string. Write \\n or \\t';
  if (here === '\\') return 'a backslash that escapes nothing. Write two of them, or / in a path';
  if (/["{[\w-]/.test(here) && before !== undefined && /["}\]\w]/.test(before))
    return `a comma is missing before ${here}`;
  return `${JSON.stringify(here)} is not expected here`;
}
