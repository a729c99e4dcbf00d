import { parse, type DocumentNode } from '@humanwhocodes/momoa';

type JsonNode = DocumentNode['body'];
type Members = Extract<JsonNode, { type: 'Object' }>['members'];

/** A new value for a field, where `undefined` removes it; or a replacement of `from` by `to` in a list. */
export type Edit =
  | { readonly field: string; readonly value: unknown }
  | { readonly field: string; readonly from: string; readonly to: string };

/** A range of a text, and its replacement. */
interface Replacement {
  readonly range: readonly [start: number, end: number];
  readonly text: string;
}

/** Changes a field of an operator's file and keeps all other text: line breaks and the order of fields. */
export function editJson(text: string, edit: Edit): string {
  // Some editors begin a file with a byte order mark.
  if (text.startsWith('\uFEFF')) return `\uFEFF${editJson(text.slice(1), edit)}`;
  const { body } = parse(text, { mode: 'json', ranges: true });
  if (body.type !== 'Object') return text;
  const replacements = 'value' in edit ? assigned(text, body, edit) : renamed(body.members, edit);
  return replacements.toReversed().reduce((edited, { range: [start, end], text: written }) => {
    return edited.slice(0, start) + written + edited.slice(end);
  }, text);
}

/** Of duplicate fields, the last one counts, as in `JSON.parse`. */
const memberOf = (members: Members, field: string): Members[number] | undefined =>
  members.findLast(({ name }) => name.type === 'String' && name.value === field);

function assigned(
  text: string,
  body: Extract<JsonNode, { type: 'Object' }>,
  { field, value }: { readonly field: string; readonly value: unknown },
): Replacement[] {
  const member = memberOf(body.members, field);
  const written = value === undefined ? undefined : JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ');
  if (member !== undefined && written !== undefined) return [{ range: rangeOf(member.value), text: written }];
  if (member !== undefined) return [{ range: withComma(body.members, member), text: '' }];
  if (written === undefined) return [];
  const last = body.members.at(-1);
  const [start, end] = rangeOf(last ?? body);
  if (last === undefined) return [{ range: [start, end], text: `{\n  ${JSON.stringify(field)}: ${written}\n}` }];
  const [indentation = ' '] = /\s*$/.exec(text.slice(0, start)) ?? [];
  return [{ range: [end, end], text: `,${indentation || ' '}${JSON.stringify(field)}: ${written}` }];
}

/** Range of a field with the comma before it, or, for the first field, the comma after it. */
function withComma(members: Members, member: Members[number]): Replacement['range'] {
  const index = members.indexOf(member);
  const [start, end] = rangeOf(member);
  const before = members[index - 1];
  if (before !== undefined) return [rangeOf(before)[1], end];
  const next = members[index + 1];
  return next === undefined ? [start, end] : [start, rangeOf(next)[0]];
}

function renamed(
  members: Members,
  { field, from, to }: { readonly field: string; readonly from: string; readonly to: string },
): Replacement[] {
  const list = memberOf(members, field)?.value;
  const elements = list?.type === 'Array' ? list.elements.map(({ value }) => value) : [];
  return elements
    .filter((element) => element.type === 'String' && element.value === from)
    .map((element) => ({ range: rangeOf(element), text: JSON.stringify(to) }));
}

const rangeOf = ({ range }: { readonly range?: readonly number[] }): [start: number, end: number] => {
  const [start = 0, end = 0] = range ?? [];
  return [start, end];
};
