import { SyntaxKind } from 'typescript/unstable/ast';

const ACCESS_LIMITS = new Set([SyntaxKind.PrivateKeyword, SyntaxKind.ProtectedKeyword]);
const FUNCTIONS = new Set([SyntaxKind.ArrowFunction, SyntaxKind.FunctionExpression]);

export function visitChildren(node, visit) {
  // A value that a callback returns would end the walk.
  node.forEachChild((child) => void visit(child));
}

export function isFunction(node) {
  return node !== undefined && FUNCTIONS.has(node.kind);
}

/** Whether the code of a node runs when it is called, or read, and not where it is written. */
export function runsLater(node) {
  return (
    isFunction(node) || node?.kind === SyntaxKind.ClassExpression || node?.kind === SyntaxKind.ObjectLiteralExpression
  );
}

export function isExported(node) {
  return node.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false;
}

/** Callable from outside by its name; a computed name (`[Symbol.iterator]`) belongs to the language. */
export function isPublic({ name, modifiers }) {
  if (name?.kind === SyntaxKind.PrivateIdentifier || name?.kind === SyntaxKind.ComputedPropertyName) return false;
  return !modifiers?.some(({ kind }) => ACCESS_LIMITS.has(kind));
}

/** The identifier declares something, or is the left side of `{ name: local }`. */
export function isDeclaredName(identifier) {
  const { parent } = identifier;
  return parent.name === identifier || parent.propertyName === identifier || parent.label === identifier;
}

/** The properties that a pattern takes out of an object; `null` for all, where it has a rest or a computed name. */
export function namesInPattern(pattern) {
  const names = [];
  for (const { dotDotDotToken, propertyName, name } of pattern.elements) {
    const property = propertyName ?? name;
    if (dotDotDotToken !== undefined || property.text === undefined) return null;
    names.push(property.text);
  }
  return names;
}

/** `path:line` of a node, the path relative to `root`. */
export function placeOf(node, root) {
  const { text, fileName } = node.getSourceFile();
  const start = (node.name ?? node).end;
  return `${fileName.slice(root.length + 1)}:${text.slice(0, start).split('\n').length}`;
}
