import { parse } from '@humanwhocodes/momoa';
import type * as z from 'zod/mini';
import { withoutMark } from '../../files/regular-file.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { explainSyntax, lineOfField, type JsonNode } from './json-places.ts';
import { once } from '../../../../protocol/runtime/once.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';

/** A JSON file written by an operator. */
export interface Description<T> {
  readonly value: T;
  /** The location of a field, such as `videos/film.json:12: posters.0.url`. */
  readonly place: (field: string) => string;
}

/** A description takes a kilobyte or two; a list of a thousand videos takes twenty. A larger file is a mistake. */
export const DESCRIPTION_MAX_BYTES = 1_048_576;

/** Maximum number of faults named in one message. */
const ISSUES_NAMED_MAX = 5;

/** Parses a description with its schema. The failure names line and field. */
export function readDescription<T>(file: string, text: string, schema: z.ZodMiniType<T>): Outcome<Description<T>> {
  const json = withoutMark(text);
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch (error) {
    return fail('edge.invalid', `${file}${explainSyntax(json, error)}`);
  }
  const tree = once(() => parse(json, { mode: 'json' }).body);
  const line = (path: readonly string[]): number => lineOfField(tree(), path);
  const parsed = schema.safeParse(input);
  if (parsed.success) return succeed({ value: parsed.data, place: (field) => placeOf(file, tree(), field) });
  const issues = parsed.error.issues.flatMap(flatten);
  const [first = 0] = issues.map(({ path }) => line(path));
  const faults = issues.slice(0, ISSUES_NAMED_MAX).map(({ path, message }) => {
    const here = line(path);
    return `${here === first ? '' : `line ${here}: `}${path.join('.') || 'the whole file'}: ${message}`;
  });
  return fail('edge.invalid', `${file}:${first}: ${faults.join('; ')}`);
}

/** The place of a field in the present text of a file; without the line if the text cannot be read any more. */
export function placeIn(file: string, read: () => string, field: string): string {
  const place = unlessThrown(() => placeOf(file, parse(withoutMark(read()), { mode: 'json' }).body, field));
  return place ?? `${file}: ${field}`;
}

function placeOf(file: string, body: JsonNode, field: string): string {
  return `${file}:${lineOfField(body, field.split('.'))}: ${field}`;
}

interface Issue {
  readonly path: readonly string[];
  readonly message: string;
}

/** Issues by the field to correct: an unknown key, or the intended branch of a union. */
function flatten(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'no such field. Is it misspelt?' }));
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((branch) =>
      branch.every((inner) => inner.code !== 'invalid_type' || inner.path.length > 0),
    );
    if (meant !== undefined)
      return meant.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
  }
  return [{ path, message: issue.message }];
}
