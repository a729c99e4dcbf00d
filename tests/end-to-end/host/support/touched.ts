import { parseAst, Visitor, type ESTree } from 'vite';
import type { Touched } from './replacements.ts';

/** Finds what a built script touches of its page: names that it does not declare, and names that could be those of methods. */
export function touchedBy(script: string): Touched {
  const methods = new Set<string>();
  const used = new Set<string>();
  const declared = new Set<string>();
  const notReferences = new Set<ESTree.Node>();
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
      if (name?.type === 'Literal' && typeof name.value === 'string') methods.add(name.value);
    },
    VariableDeclarator: ({ id }) => void (id.type === 'Identifier' && declared.add(id.name)),
    Identifier(node) {
      if (!notReferences.has(node)) used.add(node.name);
    },
    Literal({ value }) {
      // Globals are taken by their names.
      if (typeof value === 'string' && (value in globalThis || /^[A-Z]\w+$/.test(value))) used.add(value);
    },
  }).visit(parseAst(script));
  return { methods: [...methods], globals: [...used].filter((name) => !declared.has(name) && name.length > 2) };
}
