import { parseSync } from 'vite';
import { expressionMutants } from './expression-mutants.mjs';

/** Type wrappers, of which only the wrapped expression is executed. */
const WRAPPERS = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];
const SKIPPED_KEYS = new Set(['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'implements']);
const SKIPPED_NODES = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression']);

/**
 * Mutants of a module, each a small change of its behaviour. A `block` mutant empties a block between its braces; an `expression`
 * mutant replaces an expression by `replacement`.
 */
export function createMutants(path, code) {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const mutants = [];
  visit(program, null, '', { code, isSpine: false, add: (mutant) => mutants.push(mutant) });
  return mutants.map((mutant) => ({ ...mutant, line: code.slice(0, mutant.start).split('\n').length }));
}

function visit(node, parent, key, context) {
  if (SKIPPED_NODES.has(node.type)) return;
  if (node.type.startsWith('TS') && !WRAPPERS.includes(node.type) && node.type !== 'TSParameterProperty') return;
  if (isModuleAddress(node) || typeof node.directive === 'string') return;
  if (!context.isSpine && isReplaceable(node, parent, key)) {
    const seen = new Set([context.code.slice(node.start, node.end)]);
    for (const { kind, replacement } of expressionMutants(node, parent, key, context.code)) {
      if (seen.has(replacement)) continue;
      seen.add(replacement);
      context.add({ what: 'expression', kind, start: node.start, end: node.end, replacement });
    }
  }
  if (isRemovableBlock(node)) {
    context.add({ what: 'block', kind: 'block', start: node.start, end: node.end, replacement: '{}' });
  }
  for (const [childKey, value] of Object.entries(node)) {
    if (SKIPPED_KEYS.has(childKey)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue;
      visit(child, node, childKey, { ...context, isSpine: isInsideChain(node, childKey, context.isSpine) });
    }
  }
}

/** Whether an expression is the start of an optional chain, as `a` in `a?.b`: if it were wrapped, the chain would no longer be skipped. */
function isInsideChain({ type }, key, isSpine) {
  if (type === 'ChainExpression') return true;
  return isSpine && (key === 'object' || key === 'callee' || (key === 'expression' && WRAPPERS.includes(type)));
}

function isReplaceable(node, parent, key) {
  if (parent === null || parent.type.endsWith('Pattern')) return parent !== null && key === 'right';
  if (key === 'key' && !parent.computed) return false;
  if (key === 'source' || key === 'quasi' || key === 'quasis' || key === 'label') return false;
  if (key === 'left' && parent.type === 'AssignmentExpression') return false;
  if (key === 'property' && !parent.computed) return false;
  return !(key === 'argument' && (parent.operator === 'delete' || parent.type === 'UpdateExpression'));
}

function isRemovableBlock({ type, body }) {
  if (type !== 'BlockStatement' || body.length === 0) return false;
  return !body.some(({ expression }) => expression?.callee?.type === 'Super');
}

/** Whether an expression is a module address, which must not change, because the bundler reads it. */
function isModuleAddress({ type, callee, arguments: args }) {
  return type === 'NewExpression' && callee.name === 'URL' && args[1]?.object?.type === 'MetaProperty';
}
