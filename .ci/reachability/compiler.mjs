import { SymbolFlags, SignatureKind, TypeFlags } from 'typescript/unstable/sync';
import { SyntaxKind } from 'typescript/unstable/ast';

const OPAQUE = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never;
const NO_TARGETS = Object.assign([], { isForeign: false });

/** Facts of the compiler about one program, in terms of the declarations that were read from its files. */
export class Compiler {
  #project;
  #isOurs;
  #byNode;
  #targets = new Map();
  #types = new Map();
  #heritage = new Map();

  constructor(project, declarations, isOurs) {
    this.#project = project;
    this.#isOurs = isOurs;
    this.#byNode = new Map(declarations.map((declaration) => [declaration.node, declaration]));
    this.checker = project.checker;
  }

  /** The declarations behind a symbol; `isForeign` where a library or the platform has one, too. */
  targetsOf(symbol) {
    if (symbol === undefined) return NO_TARGETS;
    const known = this.#targets.get(symbol);
    if (known !== undefined) return known;
    const targets = Object.assign([], { isForeign: false });
    this.#targets.set(symbol, targets);
    for (const handle of this.behind(symbol).declarations) {
      if (!this.#isOurs(handle.path)) targets.isForeign = true;
      const declaration = targets.isForeign ? undefined : this.#byNode.get(handle.resolve(this.#project));
      if (declaration !== undefined) targets.push(declaration);
    }
    return targets;
  }

  /** Declaration that an import or a re-export resolves to. */
  behind(symbol) {
    return symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Without null and undefined; of a type parameter, what it has at least. */
  plain(type) {
    const plain = this.checker.getNonNullableType(type) ?? type;
    return plain.isTypeParameter() ? (this.checker.getBaseConstraintOfType(plain) ?? plain) : plain;
  }

  isOpaque(type) {
    return (type.flags & OPAQUE) !== 0;
  }

  /** The type of what a class, an interface, a type literal or an object literal describes. */
  typeOf(container) {
    if (!this.#types.has(container)) this.#types.set(container, this.#askType(container));
    return this.#types.get(container);
  }

  #askType(container) {
    const { checker } = this;
    if (container.kind === SyntaxKind.TypeLiteral) return checker.getTypeFromTypeNode(container);
    if (container.kind === SyntaxKind.ObjectLiteralExpression) return checker.getTypeAtLocation(container);
    const symbol =
      container.name === undefined
        ? checker.getTypeAtLocation(container)?.getSymbol()
        : checker.getSymbolAtLocation(container.name);
    return symbol && checker.getDeclaredTypeOfSymbol(symbol);
  }

  /** Types that a class or an interface extends or implements. */
  heritageOf(container) {
    const known = this.#heritage.get(container);
    if (known !== undefined) return known;
    const clauses = container.heritageClauses ?? [];
    const types = clauses.flatMap((clause) => clause.types.map((node) => this.checker.getTypeAtLocation(node)));
    const heritage = types.filter((type) => type !== undefined);
    this.#heritage.set(container, heritage);
    return heritage;
  }

  /** Whether the place of an object literal has a type: then that type is what names its members. */
  hasContext(literal) {
    const context = this.checker.getContextualType(literal);
    return context !== undefined && !this.isOpaque(context);
  }

  isCallable({ node }) {
    switch (node.kind) {
      case SyntaxKind.PropertySignature:
      case SyntaxKind.PropertyAssignment:
      case SyntaxKind.ShorthandPropertyAssignment: {
        const symbol = this.checker.getSymbolAtLocation(node.name);
        const type = symbol && this.checker.getTypeOfSymbol(symbol);
        return type !== undefined && this.checker.getSignaturesOfType(this.plain(type), SignatureKind.Call).length > 0;
      }
      default:
        return true;
    }
  }

  /** Whether an object of the one type can stand where the other is asked for. */
  canStandFor(type, other) {
    if (this.checker.isTypeAssignableTo(type, other)) return true;
    if (!this.#isGeneric(type) && !this.#isGeneric(other)) return false;
    // Open type parameters are assignable to nothing, so names have to do.
    return this.checker
      .getPropertiesOfType(other)
      .every(({ name, flags }) => flags & SymbolFlags.Optional || this.checker.getPropertyOfType(type, name));
  }

  #isGeneric(type) {
    const arguments_ = type.isTypeReference() ? this.checker.getTypeArguments(type) : type.getAliasTypeArguments();
    return arguments_.some((argument) => argument.isTypeParameter());
  }
}
