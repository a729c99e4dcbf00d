import { parse, type DocumentNode } from '@humanwhocodes/momoa';

type JsonNode = DocumentNode['body'];

/** A new value for a field, or for every element of a list that is `from`. */
export type Edit =
  | { readonly field: string; readonly value: string }
  | { readonly field: string; readonly from: string; readonly to: string };

/** Changes strings of an operator's file and nothing else of it: their line breaks and order stay. */
export function editJson(text: string, edit: Edit): string {
  const { body } = parse(text, { mode: 'json', ranges: true });
  const node = fieldOf(body, edit.field);
  if (node === undefined) return text;
  const nodes = 'value' in edit ? [node] : elementsOf(node).filter((element) => stringOf(element) === edit.from);
  const written = JSON.stringify('value' in edit ? edit.value : edit.to);
  return nodes.toReversed().reduce((edited, { range }) => {
    const [start, end] = range ?? [0, 0];
    return edited.slice(0, start) + written + edited.slice(end);
  }, text);
}

/** The last one counts, as for `JSON.parse`. */
function fieldOf(body: JsonNode, field: string): JsonNode | undefined {
  if (body.type !== 'Object') return undefined;
  return body.members.findLast(({ name }) => name.type === 'String' && name.value === field)?.value;
}

const elementsOf = (node: JsonNode): JsonNode[] =>
  node.type === 'Array' ? node.elements.map(({ value }) => value) : [];

const stringOf = (node: JsonNode): string | undefined => (node.type === 'String' ? node.value : undefined);
