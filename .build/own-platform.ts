import { join } from 'node:path';
import { parseAst, Visitor, type ESTree, type Plugin } from 'vite';
import { OWN_NAMES } from '../src/host/platform.ts';

/** Methods of documents and their nodes, observers and clocks that the host scripts call. */
const OF_DOCUMENTS = [
  ...['abort', 'append', 'appendChild', 'attachShadow', 'cloneNode', 'closest', 'contains', 'createElement'],
  ...['createElementNS', 'disconnect', 'dispatchEvent', 'exitFullscreen', 'focus', 'getAttribute', 'getElementById'],
  ...['getElementsByTagName', 'getEntriesByType', 'getRandomValues', 'getRootNode', 'hasAttribute', 'now', 'observe'],
  ...['prepend', 'querySelector', 'querySelectorAll', 'remove', 'removeAttribute', 'replaceChild', 'replaceSync'],
  ...['replaceWith', 'requestFullscreen', 'setAttribute', 'setAttributeNode', 'takeRecords'],
];

/** Methods of the language and of the list above, by name. */
function methodNames(): ReadonlySet<string> {
  const globals = OWN_NAMES.map((name) => Reflect.get(globalThis, name) as { prototype?: object } | undefined);
  const holders = globals.flatMap((value) => (value === undefined ? [] : [value, value.prototype ?? {}]));
  return new Set([...holders.flatMap((holder) => Object.getOwnPropertyNames(holder)), ...OF_DOCUMENTS]);
}

interface Edit {
  readonly at: number;
  readonly until: number;
  readonly text: string;
}

/**
 * Lets the host scripts use the platform as they found it: `list.map(f)` becomes `method(list, 'map')(f)`, and `new URL(…)`
 * `new own.URL(…)`, of `src/host/platform.ts`. Written by hand, two hundred places would read like that.
 */
export function ownPlatform(root: string): Plugin {
  const platform = join(root, 'src/host/platform.ts');
  const folders = [join(root, 'src/host/'), join(root, 'protocol/')];
  return {
    name: 'oriel:own-platform',
    enforce: 'post',
    transform(code, id) {
      const [path = ''] = id.split('?');
      if (path === platform || !folders.some((folder) => path.startsWith(folder))) return undefined;
      // On one line, so that the lines of the source map stay true.
      const imports = `import { method as $method, own as $own } from ${JSON.stringify(platform)};`;
      return { code: imports + withOwnPlatform(code), map: null };
    },
  };
}

const METHODS = methodNames();

/** The code with `$method` and `$own` where it calls methods and names globals. */
export function withOwnPlatform(code: string): string {
  return applyEdits(code, findEdits(parseAst(code), code, METHODS));
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let rest = code;
  for (const { at, until, text } of edits.toSorted((one, other) => other.at - one.at || other.until - one.until))
    rest = rest.slice(0, at) + text + rest.slice(until);
  return rest;
}

function findEdits(program: ESTree.Program, code: string, methods: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = [];
  const inChain = new Set<ESTree.Node>();
  const noReference = new Set<ESTree.Node>();
  const bound = new Set<string>();
  const references: { readonly node: ESTree.Node; readonly name: string; readonly isShorthand: boolean }[] = [];
  const shorthand = new Set<ESTree.Node>();
  const bind = (pattern: ESTree.Node | null): void => {
    for (const name of boundNames(pattern)) bound.add(name);
  };
  const bindFunction = ({ params }: { readonly params: readonly ESTree.Node[] }): void => params.forEach(bind);
  new Visitor({
    ImportDeclaration: ({ specifiers }) => specifiers.forEach(({ local }) => bind(local)),
    VariableDeclarator: ({ id }) => bind(id),
    FunctionDeclaration: bindFunction,
    FunctionExpression: bindFunction,
    ArrowFunctionExpression: bindFunction,
    CatchClause: ({ param }) => bind(param),
    MemberExpression({ computed, property }) {
      if (!computed) noReference.add(property);
    },
    Property({ computed, shorthand: isShort, key, value }) {
      if (isShort) shorthand.add(value);
      if (!computed) noReference.add(key);
    },
    MethodDefinition: ({ computed, key }) => void (computed || noReference.add(key)),
    PropertyDefinition: ({ computed, key }) => void (computed || noReference.add(key)),
    Identifier(node) {
      if (OWN_NAMES.includes(node.name) && !noReference.has(node))
        references.push({ node, name: node.name, isShorthand: shorthand.has(node) });
    },
    /** A call behind `?.` is skipped with the rest of its chain, so it asks in its turn. */
    ChainExpression({ expression }) {
      let link: ESTree.Node = expression;
      while (link.type === 'CallExpression' || link.type === 'MemberExpression') {
        inChain.add(link);
        link = link.type === 'CallExpression' ? link.callee : link.object;
      }
    },
    CallExpression(node) {
      const { callee, optional } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type === 'Super') return;
      const { property } = callee;
      if (property.type !== 'Identifier' || !methods.has(property.name)) return;
      let dot = property.start;
      while (/[\s.?]/.test(code.charAt(dot - 1))) dot -= 1;
      const asks = inChain.has(node) && !optional ? '?.' : '';
      edits.push({ at: callee.start, until: callee.start, text: '$method(' });
      edits.push({ at: dot, until: property.end, text: `,${JSON.stringify(property.name)})${asks}` });
    },
  }).visit(program);
  for (const { node, name, isShorthand } of references)
    if (!bound.has(name))
      edits.push({ at: node.start, until: node.end, text: `${isShorthand ? `${name}: ` : ''}$own.${name}` });
  return edits;
}

/** Names that a pattern binds. */
function boundNames(pattern: ESTree.Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'Property' ? property.value : property),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}
