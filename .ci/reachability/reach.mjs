/** Static methods that React calls by their name. */
const CALLED_BY_REACT = new Set(['getDerivedStateFromError', 'getDerivedStateFromProps']);
/** Methods that the language calls by their name. */
const CALLED_BY_LANGUAGE = new Set(['toJSON', 'toString', 'valueOf']);

/** Follows the uses from what runs by itself; what is never arrived at is not reached. */
export class Reach {
  #declarations;
  #compiler;
  #usesOf = new Map();
  #spreads;
  #reached = new Set();
  #waiting = [];
  /** The types that each property name was taken from, in what is reached. */
  #readers = new Map();
  /** Asked of the compiler once. */
  #passed = new Map();
  #callable = new Map();

  constructor(declarations, uses, compiler) {
    this.#declarations = declarations;
    this.#compiler = compiler;
    this.#spreads = uses.filter(({ kind }) => kind === 'spread');
    for (const use of uses) {
      const siblings = this.#usesOf.get(use.owner);
      if (siblings === undefined) this.#usesOf.set(use.owner, [use]);
      else siblings.push(use);
    }
  }

  /** `published` is called from outside. */
  unreached(published) {
    this.#follow(undefined);
    for (const declaration of published) this.#add(declaration);
    do this.#followAll();
    while (this.#addRelated());
    return this.#declarations.filter((declaration) => !this.#reached.has(declaration));
  }

  #add(declaration) {
    if (this.#reached.has(declaration)) return false;
    this.#reached.add(declaration);
    this.#waiting.push(declaration);
    return true;
  }

  #followAll() {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#follow(next);
  }

  #follow(owner) {
    for (const { targets, reads } of this.#usesOf.get(owner) ?? []) {
      for (const target of targets) this.#add(target);
      for (const { type, name } of reads) {
        if (!this.#readers.has(name)) this.#readers.set(name, new Set());
        this.#readers.get(name).add(type);
      }
    }
  }

  /** Members that are called by the name of a member of another type. */
  #addRelated() {
    let added = false;
    for (const spread of this.#spreads) {
      if (spread.owner === undefined || this.#reached.has(spread.owner)) added = this.#addSpread(spread) || added;
    }
    for (const declaration of this.#declarations) {
      if (declaration.container === undefined || this.#reached.has(declaration)) continue;
      if (this.#isRelated(declaration)) added = this.#add(declaration) || added;
    }
    return added;
  }

  #isRelated(declaration) {
    const { kind, container, name } = declaration;
    if (kind !== 'member' && !this.#isCallable(declaration)) return true;
    if (CALLED_BY_LANGUAGE.has(name)) return true;
    return this.#isInherited(container, name) || this.#isReadAsAnother(container, name);
  }

  /** Data is no concern here, nor an object whose place has a type: that names the members. */
  #isCallable(declaration) {
    if (!this.#callable.has(declaration)) {
      const { kind, container } = declaration;
      const hasContext = kind === 'literal' && this.#compiler.hasContext(container);
      this.#callable.set(declaration, !hasContext && this.#compiler.isCallable(declaration));
    }
    return this.#callable.get(declaration);
  }

  /** Implements a member of what its class extends or implements, which is called, or belongs to a library. */
  #isInherited(container, name) {
    for (const type of this.#compiler.heritageOf(container)) {
      if (CALLED_BY_REACT.has(name) && type.getSymbol()?.name === 'Component') return true;
      if (this.#isCalled(this.#compiler.checker.getPropertyOfType(type, name))) return true;
    }
    return false;
  }

  /** An object of its type can be where the member is called, without either naming the other. */
  #isReadAsAnother(container, name) {
    const type = this.#compiler.typeOf(container);
    if (type === undefined) return false;
    for (const reader of this.#readers.get(name) ?? []) {
      const plain = this.#compiler.plain(reader);
      if (!this.#compiler.isOpaque(plain) && this.#compiler.canStandFor(type, plain)) return true;
    }
    return false;
  }

  /** `{ ...options }` hands each member over to the member of the same name where it is put. */
  #addSpread(spread) {
    if (!this.#passed.has(spread)) this.#passed.set(spread, this.#askPassed(spread));
    let added = false;
    for (const { targets, to } of this.#passed.get(spread)) {
      if (this.#isCalled(to)) for (const target of targets) added = this.#add(target) || added;
    }
    return added;
  }

  #askPassed({ source, literal }) {
    const { checker } = this.#compiler;
    const context = checker.getContextualType(literal);
    if (source === undefined || context === undefined || this.#compiler.isOpaque(context)) return [];
    const place = this.#compiler.plain(context);
    return checker.getPropertiesOfType(this.#compiler.plain(source)).flatMap((symbol) => {
      const targets = this.#compiler.targetsOf(symbol);
      return targets.length === 0 ? [] : [{ targets, to: checker.getPropertyOfType(place, symbol.name) }];
    });
  }

  #isCalled(symbol) {
    const targets = this.#compiler.targetsOf(symbol);
    return targets.isForeign || targets.some((target) => this.#reached.has(target));
  }
}
