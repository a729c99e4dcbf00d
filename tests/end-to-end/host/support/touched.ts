import { parseAst, Visitor, type ESTree } from 'vite';
import type { Touched } from './replacements.ts';

/** Finds the names in a built script that a page could replace: names without a declaration, and possible names of methods. */
export function touchedBy(script: string): Touched {
  const methods = new Set<string>();
  const used = new Set<string>();
  const declared = new Set<string>();
  const notReferences = new Set<ESTree.Node>();
  // The scripts also read globals by names in strings.
  const takeGlobal = (node: ESTree.Node): void => {
    const text = textOf(node);
    if (text !== undefined && (text in globalThis || /^[A-Z]\w+$/.test(text))) used.add(text);
  };
  new Visitor({
    MemberExpression({ computed, property }) {
      if (!computed) notReferences.add(property);
    },
    Property({ computed, shorthand, key }) {
      if (!computed && !shorthand) notReferences.add(key);
    },
    CallExpression({ callee, arguments: [, name] }) {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        methods.add(callee.property.name);
      // `method(list, 'map')`
      const text = textOf(name);
      if (text !== undefined) methods.add(text);
    },
    VariableDeclarator: ({ id }) => void (id.type === 'Identifier' && declared.add(id.name)),
    Identifier(node) {
      if (!notReferences.has(node)) used.add(node.name);
    },
    Literal: takeGlobal,
    TemplateLiteral: takeGlobal,
  }).visit(parseAst(script));
  return { methods: [...methods], globals: [...used].filter((name) => !declared.has(name) && name.length > 2) };
}

/** Text of a string literal, or of the template literal without expressions that a minifier turns it into. */
function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0]?.value.raw : undefined;
}
