import * as z from 'zod/mini';

export type AnySchema = z.core.$ZodType;

/** Maximum size of any stored external text, array or record. */
const LIMIT = { characters: 10_000, entries: 2_000 };

const FILLERS = ['x', 'A', '0', 'f', '-', '.', ' ', 'é'];
const ILL_FORMED = ['\ud800', 'a\ud800b', '\udc00a', 'a\ud83d', '\udc00\ud83d'];

/** Lists the parts of a schema that accept unbounded texts, arrays or records, or ill-formed text. */
export function findUnbounded(schema: AnySchema, path: string): string[] {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'string':
      return checkText(schema as z.core.$ZodString, path);
    case 'array':
      return [...checkArray(schema, def.element, path), ...findUnbounded(def.element, `${path}[]`)];
    case 'tuple':
      return def.items.flatMap((item, index) => findUnbounded(item, `${path}[${index}]`));
    case 'record':
      return [
        ...checkRecord(schema, def.valueType, path),
        ...findUnbounded(def.keyType, `${path} keys`),
        ...findUnbounded(def.valueType, `${path}{}`),
      ];
    case 'object': {
      const parts = Object.entries(def.shape).flatMap(([key, part]) => findUnbounded(part, `${path}.${key}`));
      return def.catchall === undefined ? parts : [`${path}: takes fields nobody knows`, ...parts];
    }
    case 'union':
      return def.options.flatMap((option, index) => findUnbounded(option, `${path}|${index}`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
    case 'readonly':
      return findUnbounded(def.innerType, path);
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return [];
    default:
      // A new kind of schema has to be added above.
      return [`${path}: ${def.type} is not known to be bounded`];
  }
}

/** Tests what the schema accepts, not its rules: a maximum, a pattern and truncation are equivalent. */
function checkText(schema: z.core.$ZodString, path: string): string[] {
  const made = (text: string): string => {
    const parsed = z.safeParse(schema, text);
    return parsed.success ? parsed.data : '';
  };
  const long = FILLERS.some((filler) => made(filler.repeat(LIMIT.characters + 1)).length > LIMIT.characters);
  const patterns = [...(schema._zod.bag.patterns ?? [])];
  const isOpen = patterns.length > 0 && (schema._zod.bag.maximum ?? Infinity) === Infinity && !patterns.some(isBounded);
  return [
    ...(long || isOpen ? [`${path}: text without a maximum`] : []),
    ...(ILL_FORMED.some((text) => /\p{Surrogate}/u.test(made(text))) ? [`${path}: takes ill-formed text`] : []),
  ];
}

/** Whether a pattern is anchored at both ends and has no unbounded repetition. */
function isBounded({ source }: RegExp): boolean {
  const bare = source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'c');
  return /^\^.*\$$/.test(bare) && !/[*+]|\{\d+,\}/.test(bare);
}

function checkArray(schema: AnySchema, element: AnySchema, path: string): string[] {
  const entries = Array.from({ length: LIMIT.entries + 1 }, () => sampleOf(element));
  return isTaken(schema, entries) ? [`${path}: array without a maximum`] : [];
}

function checkRecord(schema: AnySchema, value: AnySchema, path: string): string[] {
  const entries = Array.from({ length: LIMIT.entries + 1 }, (_, index) => [`k${index}`, sampleOf(value)] as const);
  return isTaken(schema, Object.fromEntries(entries)) ? [`${path}: record without a maximum`] : [];
}

/** Whether the schema accepts so many entries; issues within an entry are ignored, a size issue is at the root. */
function isTaken(schema: AnySchema, value: unknown): boolean {
  const parsed = z.safeParse(schema, value);
  return parsed.success || !parsed.error.issues.some((issue) => issue.path.length === 0);
}

/** A value that a simple schema accepts, because sizes are checked only if the entries are valid. */
function sampleOf(schema: AnySchema): unknown {
  const candidates = ['x', 1, null, true, [1, 1], [], {}, { reason: 'main', count: 1 }];
  return candidates.find((candidate) => z.safeParse(schema, candidate).success);
}
