/**
 * XML documents for workers, which have no `DOMParser`, with the members that hls.js reads of an IMSC1 document. Document types
 * and their entities are not supported, so that a short document cannot expand to a long document.
 */

interface TextNode {
  readonly nodeName: '#text';
  readonly childNodes: readonly never[];
  readonly textContent: string;
}

type Attributes = ReadonlyMap<string, string>;

/** A comment, a section of text, a declaration, a tag with its attributes, or text. */
const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<[?!][^>]*>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export class XmlElement {
  readonly nodeName: string;
  readonly childNodes: (XmlElement | TextNode)[] = [];
  readonly #attributes: Attributes;
  readonly #parent: XmlElement | undefined;

  constructor(nodeName: string, attributes: Attributes = new Map(), parent?: XmlElement) {
    this.nodeName = nodeName;
    this.#attributes = attributes;
    this.#parent = parent;
  }

  get textContent(): string {
    return this.childNodes.map(({ textContent }) => textContent).join('');
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  getAttributeNS(namespace: string, name: string): string | null {
    for (const [written, value] of this.#attributes) {
      const [prefix, local] = written.split(':');
      if (local === name && this.#namespaceOf(prefix ?? '') === namespace) return value;
    }
    return null;
  }

  hasAttributeNS(namespace: string, name: string): boolean {
    return this.getAttributeNS(namespace, name) !== null;
  }

  getElementsByTagName(name: string): XmlElement[] {
    return this.#descendants().filter(({ nodeName }) => nodeName === name);
  }

  /** @param selector An element name, or `[attribute]`. */
  querySelectorAll(selector: string): XmlElement[] {
    const [, attribute] = /^\[(.+)\]$/.exec(selector) ?? [];
    return attribute === undefined
      ? this.getElementsByTagName(selector)
      : this.#descendants().filter((element) => element.hasAttribute(attribute));
  }

  #descendants(): XmlElement[] {
    const found: XmlElement[] = [];
    const waiting = [...this.childNodes].reverse();
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (!(node instanceof XmlElement)) continue;
      found.push(node);
      waiting.push(...[...node.childNodes].reverse());
    }
    return found;
  }

  #namespaceOf(prefix: string): string | undefined {
    const parent = this.#parent;
    return this.#attributes.get(`xmlns:${prefix}`) ?? (parent === undefined ? parent : parent.#namespaceOf(prefix));
  }
}

/** Replaces `DOMParser`. */
export class XmlParser {
  parseFromString(text: string): XmlElement {
    const root = new XmlElement('#document');
    const open = [root];
    for (const [, section, slash, name, attributes = '', end, plain] of text.matchAll(TOKEN)) {
      const parent = open[open.length - 1] as XmlElement;
      const textContent = section ?? (plain === undefined ? undefined : decoded(plain));
      if (textContent !== undefined) parent.childNodes.push({ nodeName: '#text', childNodes: [], textContent });
      if (name === undefined) continue;
      if (slash === '/') {
        if (open.length > 1 && parent.nodeName === name) open.pop();
        continue;
      }
      const element = new XmlElement(name, new Map(attributesIn(attributes)), parent);
      parent.childNodes.push(element);
      if (end === '' && open.length < DEPTH_MAX) open.push(element);
    }
    return root;
  }
}

/** Documents of captions are five or six deep; text and namespaces are looked up by recursion. */
const DEPTH_MAX = 100;

function attributesIn(text: string): [string, string][] {
  return [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]);
}

function decoded(text: string): string {
  return text.replace(/&(?:#(x?)([\da-f]{1,6})|(\w+));/gi, (entity, isHex: string, digits?: string, name = '') => {
    if (digits === undefined) return ENTITIES[name as string] ?? entity;
    const code = parseInt(digits, isHex === '' ? 10 : 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  });
}
