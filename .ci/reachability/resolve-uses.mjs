import { TypeFlags } from 'typescript/unstable/sync';
import { namesInPattern } from './syntax.mjs';

/**
 * Adds to each use, by the compiler's word, `targets`: the declarations that it names; and `reads`: of which types it
 * takes which property. Asked in few large questions, because each is a message to the compiler's process.
 */
export function resolveUses(uses, compiler) {
  const { checker } = compiler;
  const byKind = (...kinds) => uses.filter(({ kind }) => kinds.includes(kind));
  const typesAt = (nodes) => checker.getTypeAtLocation(nodes);

  const named = byKind('name', 'property');
  const symbols = checker.getSymbolAtLocation(named.map(({ node }) => node));
  named.forEach((use, index) => Object.assign(use, { targets: compiler.targetsOf(symbols[index]), reads: [] }));

  const properties = byKind('property');
  const receivers = typesAt(properties.map(({ receiver }) => receiver));
  properties.forEach((use, index) => {
    if (receivers[index] !== undefined) use.reads = [{ type: receivers[index], name: use.node.text }];
  });

  const patterns = byKind('pattern');
  const taken = typesAt(patterns.map(({ node }) => node));
  patterns.forEach((use, index) => resolveNames(use, taken[index], namesInPattern(use.node), compiler));

  const elements = byKind('element');
  const objects = typesAt(elements.map(({ node }) => node.expression));
  const keys = typesAt(elements.map(({ node }) => node.argumentExpression));
  elements.forEach((use, index) => resolveNames(use, objects[index], namesOfKey(keys[index]), compiler));

  for (const use of byKind('shorthand')) {
    Object.assign(use, { targets: compiler.targetsOf(checker.getShorthandAssignmentValueSymbol(use.node)), reads: [] });
  }
  const spreads = byKind('spread');
  const sources = typesAt(spreads.map(({ node }) => node.expression));
  spreads.forEach((use, index) => Object.assign(use, { targets: [], reads: [], source: sources[index] }));
}

/** `names` is `null` where any property may be taken. */
function resolveNames(use, type, names, compiler) {
  Object.assign(use, { targets: [], reads: [] });
  if (type === undefined) return;
  const object = compiler.plain(type);
  if (compiler.isOpaque(object)) return;
  const { checker } = compiler;
  const symbols =
    names === null ? checker.getPropertiesOfType(object) : names.map((name) => checker.getPropertyOfType(object, name));
  for (const symbol of symbols) {
    const targets = compiler.targetsOf(symbol);
    if (targets.length === 0) continue;
    use.targets.push(...targets);
    use.reads.push({ type: object, name: symbol.name });
  }
}

/**
 * Members that `object[key]` takes: none of ours where the key is a number or a symbol, any where it is some string.
 */
function namesOfKey(type) {
  if (type === undefined) return null;
  const parts = type.isUnionType() ? type.getTypes() : [type];
  if (parts.every((part) => part.isStringLiteralType())) return parts.map(({ value }) => value);
  return parts.some(({ flags }) => (flags & (TypeFlags.NumberLike | TypeFlags.ESSymbolLike)) !== 0) ? [] : null;
}
