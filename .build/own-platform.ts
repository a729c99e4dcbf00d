import { join } from 'node:path';
import { parseAst, Visitor, type ESTree, type Plugin } from 'vite';
import { OWN_NAMES } from '../src/host/platform.ts';

/** Methods of documents, nodes, observers and timers that the host scripts call. */
const OF_DOCUMENTS = [
  ...['abort', 'append', 'appendChild', 'attachShadow', 'cloneNode', 'closest', 'contains', 'createElement'],
  ...['createElementNS', 'disconnect', 'dispatchEvent', 'exitFullscreen', 'focus', 'getAttribute', 'getElementById'],
  ...['getElementsByTagName', 'getEntriesByType', 'getRandomValues', 'getRootNode', 'hasAttribute', 'now', 'observe'],
  ...['prepend', 'querySelector', 'querySelectorAll', 'remove', 'removeAttribute', 'replaceChild', 'replaceSync'],
  ...['replaceWith', 'requestFullscreen', 'setAttribute', 'setAttributeNode', 'takeRecords'],
];

/** Names of the language's methods and of the methods above. */
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
 * Makes the host scripts use the platform as it was when they started, even if the page patches it later: `list.map(f)` becomes
 * `method(list, 'map')(f)`, and `new URL(…)` becomes `new own.URL(…)`, from `src/host/platform.ts`. Two hundred places would be
 * unreadable if this were written by hand.
 *
 * Iteration does not use an iterator that the page may have patched: `for (const [a, b] of list)` becomes
 * `for (const {0:a,1:b} of each(list))`.
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
      // Without a line break, so that the line numbers of the source map stay right.
      const imports = `import { each as $each, method as $method, own as $own } from ${JSON.stringify(platform)};`;
      return { code: imports + withOwnPlatform(code), map: null };
    },
  };
}

const METHODS = methodNames();

/** Constructors and functions that iterate their first argument, as `for … of` and spread do. */
const ITERATING = /^(new (Map|Set|WeakMap|WeakSet)|(Array\.from|Object\.fromEntries|Promise\.\w+))$/;

/** Rewrites code: method calls use `$method`, globals use `$own`, and iterations use `$each`. */
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
  const iterated: ESTree.Node[] = [];
  const spread = (parts: readonly (ESTree.Node | null)[]): void => {
    for (const part of parts) if (part?.type === 'SpreadElement') iterated.push(part.argument);
  };
  const takeArguments = (
    { callee, arguments: given }: ESTree.CallExpression | ESTree.NewExpression,
    word = '',
  ): void => {
    spread(given);
    const [first] = given;
    if (first !== undefined && ITERATING.test(word + code.slice(callee.start, callee.end))) iterated.push(first);
  };
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
    VariableDeclarator: ({ id, init }) => {
      bind(id);
      if (id.type === 'ArrayPattern' && hasRest(id) && init) iterated.push(init);
    },
    ArrayPattern: (pattern) => void edits.push(...byIndex(pattern, code)),
    ArrayExpression: ({ elements }) => spread(elements),
    ForOfStatement: ({ right }) => void iterated.push(right),
    NewExpression: (node) => takeArguments(node, 'new '),
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
    /** A method call after `?.` has to be skipped together with the rest of its chain, so the rewritten call also starts with a check. */
    ChainExpression({ expression }) {
      let link: ESTree.Node = expression;
      while (link.type === 'CallExpression' || link.type === 'MemberExpression') {
        inChain.add(link);
        link = link.type === 'CallExpression' ? link.callee : link.object;
      }
    },
    CallExpression(node) {
      const { callee, optional } = node;
      takeArguments(node);
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
  // Added last, so that `$each` is outermost where the iterated expression starts with a method call.
  for (const { start, end } of iterated)
    edits.push({ at: start, until: start, text: '$each(' }, { at: end, until: end, text: ')' });
  for (const { node, name, isShorthand } of references)
    if (!bound.has(name))
      edits.push({ at: node.start, until: node.end, text: `${isShorthand ? `${name}: ` : ''}$own.${name}` });
  return edits;
}

function hasRest({ elements }: ESTree.ArrayPattern): boolean {
  return elements.at(-1)?.type === 'RestElement';
}

/** Rewrites `[, a, b]` to `{1:a,2:b}`, which reads an array without iterating. */
function byIndex(pattern: ESTree.ArrayPattern, code: string): Edit[] {
  if (hasRest(pattern)) return [];
  const edits: Edit[] = [];
  let at = pattern.start;
  const replace = (until: number, text: string): void => {
    const lines = code.slice(at, until).replace(/[^\n]/g, '');
    edits.push({ at, until, text: text + lines });
  };
  for (const [index, element] of pattern.elements.entries()) {
    if (element === null) continue;
    replace(element.start, `${edits.length === 0 ? '{' : ','}${index}:`);
    at = element.end;
  }
  replace(pattern.end, edits.length === 0 ? '{}' : '}');
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
