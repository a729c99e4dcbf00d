const EQUALITY = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const ARITHMETIC = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };
const ASSIGNMENT = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '||=': '&&=', '&&=': '||=', '??=': '&&=' };
const METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  min: 'max',
  max: 'min',
};
/** Methods whose call is removed: `a.filter(isOld)` becomes `a`. */
const REMOVED_METHODS = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'flat']);

/** Replacements of an expression by node type. */
const MUTATORS = {
  Literal({ value, regex }) {
    if (typeof value === 'boolean') return [['boolean', String(!value)]];
    if (typeof value === 'string') return [['string', value === '' ? "'mutant'" : "''"]];
    return regex === undefined ? [] : anchorless(regex).map((text) => ['regular expression', text]);
  },
  TemplateLiteral: () => [['string', "''"]],
  ArrayExpression: ({ elements }) => [['array', elements.length > 0 ? '[]' : "['mutant']"]],
  ObjectExpression: ({ properties }) => (properties.length > 0 ? [['object', '({})']] : []),
  UnaryExpression({ operator, argument }, text) {
    if (operator === '!') return [['boolean', text(argument)]];
    return operator === '-' ? [['arithmetic', `+${text(argument)}`]] : [];
  },
  UpdateExpression({ operator, prefix, argument }, text) {
    const opposite = operator === '++' ? '--' : '++';
    return [['update', prefix ? `${opposite}${text(argument)}` : `${text(argument)}${opposite}`]];
  },
  BinaryExpression(node, text) {
    const { operator, left, right } = node;
    const swap = (other) => `(${text(left)}) ${other} (${text(right)})`;
    if (operator in EQUALITY) {
      const swapped = EQUALITY[operator].map((other) => ['equality', swap(other)]);
      return [...swapped, ['condition', 'true'], ['condition', 'false']];
    }
    if (!(operator in ARITHMETIC) || [left, right].some(isText)) return [];
    return [['arithmetic', swap(ARITHMETIC[operator])]];
  },
  LogicalExpression({ operator, left, right }, text) {
    if (operator === '??') return [['default', text(left)]];
    return [['logic', `(${text(left)}) ${operator === '&&' ? '||' : '&&'} (${text(right)})`]];
  },
  AssignmentExpression({ operator, left, right }, text) {
    if (!(operator in ASSIGNMENT) || isText(right)) return [];
    return [['assignment', `${text(left)} ${ASSIGNMENT[operator]} ${text(right)}`]];
  },
  ChainExpression: (node, text) => links(node.expression).map((link) => ['chain', withoutLink(node, link, text)]),
  CallExpression({ callee, arguments: args }, text) {
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [];
    const { object, property } = callee;
    if (REMOVED_METHODS.has(property.name)) return [['method', text(object)]];
    const other = Object.hasOwn(METHODS, property.name) ? METHODS[property.name] : undefined;
    return other === undefined ? [] : [['method', `${text(object)}.${other}(${args.map(text).join(', ')})`]];
  },
};

/** Mutants of an expression, which may depend on its place in the parent. */
export function expressionMutants(node, parent, key, code) {
  const text = ({ start, end }) => code.slice(start, end);
  const own = Object.hasOwn(MUTATORS, node.type) ? MUTATORS[node.type](node, text) : [];
  return [...own, ...placeMutants(node, parent, key)].map(([kind, replacement]) => ({ kind, replacement }));
}

/** Mutants that depend on the place of an expression: conditions, results, and statements that can be left out. */
function placeMutants(node, parent, key) {
  if (key === 'test' && ['IfStatement', 'ConditionalExpression'].includes(parent.type)) {
    return [
      ['condition', 'true'],
      ['condition', 'false'],
    ];
  }
  if (key === 'test' && /^(While|For)/.test(parent.type)) return [['condition', 'false']];
  if (key === 'body' && parent.type === 'ArrowFunctionExpression' && node.type !== 'BlockStatement') {
    return isNothing(node) ? [] : [['result', 'undefined']];
  }
  if (key === 'argument' && parent.type === 'ReturnStatement') {
    return isNothing(node) || node.type === 'Literal' ? [] : [['result', 'undefined']];
  }
  if (key === 'expression' && parent.type === 'ExpressionStatement') {
    return node.callee?.type === 'Super' ? [] : [['statement', 'undefined']];
  }
  return [];
}

function isNothing({ type, name, operator }) {
  return (type === 'Identifier' && name === 'undefined') || (type === 'UnaryExpression' && operator === 'void');
}

function isText({ type, value, operator, left, right }) {
  if (type === 'BinaryExpression' && operator === '+') return isText(left) || isText(right);
  return type === 'TemplateLiteral' || typeof value === 'string';
}

/** The optional links of a chain, `?.b` of `a?.b.c`. */
function links(node) {
  const inner = node.object ?? node.callee ?? node.expression;
  if (inner === undefined || node.type === 'ParenthesizedExpression') return [];
  return [...links(inner), ...(node.optional ? [{ inner, node }] : [])];
}

function withoutLink(chain, { inner, node }, text) {
  const rest = text({ start: inner.end, end: chain.end });
  const isNamed = node.type === 'MemberExpression' && !node.computed;
  return text({ start: chain.start, end: inner.end }) + rest.replace('?.', isNamed ? '.' : '');
}

function anchorless({ pattern, flags }) {
  const shorter = [pattern.replace(/^\^/, ''), pattern.replace(/\$$/, '')];
  return shorter.filter((other) => other !== pattern && other !== '').map((other) => `/${other}/${flags}`);
}
