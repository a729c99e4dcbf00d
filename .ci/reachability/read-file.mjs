import { SyntaxKind } from 'typescript/unstable/ast';
import { isTypeNode } from 'typescript/unstable/ast/is';
import { isDeclaredName, isExported, isFunction, isPublic, runsLater, visitChildren } from './syntax.mjs';

const CLASS_MEMBERS = new Set([
  SyntaxKind.MethodDeclaration,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.PropertyDeclaration,
]);
const SIGNATURES = new Set([SyntaxKind.MethodSignature, SyntaxKind.PropertySignature]);
/** They name what other modules have, and call nothing. */
const LINKS = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.ModuleDeclaration,
]);

/**
 * Declarations of a file, and its uses of names. A use inside a declaration counts once that is reached (its `owner`);
 * a use outside of all happens when the file is loaded.
 */
export function readFile(sourceFile) {
  const reader = new FileReader();
  visitChildren(sourceFile, (node) => reader.visit(node, undefined));
  return { declarations: reader.declarations, uses: reader.uses };
}

class FileReader {
  declarations = [];
  uses = [];

  visit(node, owner) {
    if (LINKS.has(node.kind)) return;
    const special = this[SyntaxKind[node.kind]];
    if (special !== undefined) special.call(this, node, owner);
    else if (isTypeNode(node)) this.#visitType(node, owner);
    else this.#visitInside(node, owner);
  }

  [SyntaxKind[SyntaxKind.FunctionDeclaration]](node, owner) {
    this.#visitInside(node, this.#declare('function', node, { owner, isExported: isExported(node) }));
  }

  [SyntaxKind[SyntaxKind.VariableDeclaration]](node, owner) {
    const { name, type, initializer } = node;
    const statement = node.parent.parent;
    const isAtTop = statement.parent.kind === SyntaxKind.SourceFile && name.kind === SyntaxKind.Identifier;
    const isLater = runsLater(initializer);
    let inside = owner;
    if (isAtTop) {
      const kind = isFunction(initializer) ? 'function' : 'value';
      const itself = this.#declare(kind, node, { owner, isExported: isExported(statement) });
      if (isLater) inside = itself;
    }
    if (name.kind !== SyntaxKind.Identifier) this.visit(name, owner);
    if (type !== undefined) this.#visitType(type, owner);
    if (initializer !== undefined) this.visit(initializer, inside);
  }

  [SyntaxKind[SyntaxKind.ClassDeclaration]](node, owner) {
    this.#visitClass(node, this.#declare('class', node, { owner, isExported: isExported(node) }));
  }

  /** Objects are made where they are written. */
  [SyntaxKind[SyntaxKind.ClassExpression]](node, owner) {
    this.#visitClass(node, owner);
  }

  [SyntaxKind[SyntaxKind.InterfaceDeclaration]](node) {
    this.#visitSignatures(node, undefined);
  }

  [SyntaxKind[SyntaxKind.TypeAliasDeclaration]](node) {
    this.#visitType(node.type, undefined);
  }

  /** `Base<Type>` of a class. */
  [SyntaxKind[SyntaxKind.ExpressionWithTypeArguments]](node, owner) {
    this.visit(node.expression, owner);
  }

  [SyntaxKind[SyntaxKind.ObjectLiteralExpression]](node, owner) {
    for (const member of node.properties) {
      const { kind, name, initializer } = member;
      if (kind === SyntaxKind.SpreadAssignment) this.#use('spread', member, owner, { literal: node });
      else this.#declare('literal', member, { owner, container: node });
      if (kind === SyntaxKind.ShorthandPropertyAssignment) this.#use('shorthand', member, owner);
      else if (kind === SyntaxKind.PropertyAssignment) {
        if (name.kind === SyntaxKind.ComputedPropertyName) this.visit(name, owner);
        this.visit(initializer, owner);
      } else this.#visitInside(member, owner);
    }
  }

  [SyntaxKind[SyntaxKind.ObjectBindingPattern]](node, owner) {
    this.#use('pattern', node, owner);
    this.#visitInside(node, owner);
  }

  [SyntaxKind[SyntaxKind.ElementAccessExpression]](node, owner) {
    this.#use('element', node, owner);
    this.#visitInside(node, owner);
  }

  [SyntaxKind[SyntaxKind.PropertyAccessExpression]](node, owner) {
    this.visit(node.expression, owner);
    if (node.name.kind === SyntaxKind.Identifier)
      this.#use('property', node.name, owner, { receiver: node.expression });
  }

  [SyntaxKind[SyntaxKind.JsxAttribute]](node, owner) {
    if (node.initializer !== undefined) this.visit(node.initializer, owner);
  }

  [SyntaxKind[SyntaxKind.Identifier]](node, owner) {
    if (!isDeclaredName(node)) this.#use('name', node, owner);
  }

  #visitClass(node, owner) {
    for (const { token, types } of node.heritageClauses ?? []) {
      if (token === SyntaxKind.ExtendsKeyword) for (const base of types) this.visit(base, owner);
    }
    for (const member of node.members) {
      const isMember = CLASS_MEMBERS.has(member.kind) && isPublic(member);
      const itself = isMember ? this.#declare('member', member, { owner, container: node }) : owner;
      // A field gets its value with the constructor; a function there runs when the field is called.
      const isValue = member.kind === SyntaxKind.PropertyDeclaration && !isFunction(member.initializer);
      this.#visitInside(member, isValue ? owner : itself);
    }
  }

  #visitSignatures(node, owner) {
    for (const member of node.members) {
      if (SIGNATURES.has(member.kind)) this.#declare('signature', member, { owner, container: node });
      visitChildren(member, (child) => this.#visitType(child, owner));
    }
  }

  /** A type calls nothing, but it may declare what is called. */
  #visitType(node, owner) {
    if (node.kind === SyntaxKind.TypeLiteral) this.#visitSignatures(node, owner);
    else visitChildren(node, (child) => this.#visitType(child, owner));
  }

  #visitInside(node, owner) {
    visitChildren(node, (child) => this.visit(child, owner));
  }

  #declare(kind, node, { owner, container, isExported = false }) {
    const declaration = { kind, node, name: node.name?.text ?? '', owner, container, isExported };
    this.declarations.push(declaration);
    return declaration;
  }

  #use(kind, node, owner, more = {}) {
    this.uses.push({ kind, node, owner, ...more });
  }
}
