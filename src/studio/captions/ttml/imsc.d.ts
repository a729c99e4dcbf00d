/** Types of imsc.js's parser; its renderer needs a browser and is not used. */
declare module 'imsc/src/main/js/doc.js' {
  interface TtmlLength {
    readonly value: number;
    /** `%`, `px` or `c` (cells of the document's grid). */
    readonly unit: string;
  }

  /** Word, list of words, colour, or a pair of lengths. */
  type TtmlStyle =
    string | number | readonly (string | number)[] | { readonly h: TtmlLength; readonly w: TtmlLength } | null;

  export interface TtmlElement {
    /** `div`, `p`, `span`, `br`. */
    readonly kind: string;
    /** Media time in seconds, which the times of the parents may restrict further; `end` is `Infinity` if the element has none. */
    readonly begin: number;
    readonly end: number;
    /** The element's own `begin` attribute; `null` if it has none. */
    readonly explicit_begin?: number | null;
    /** Styles by namespace and name, separated by a space, including those that the `style` attribute refers to. */
    readonly styleAttrs?: Readonly<Record<string, TtmlStyle>>;
    /** Styles that the element has only for a time. */
    readonly sets?: readonly {
      readonly begin: number;
      readonly end: number;
      readonly qname: string;
      readonly value: TtmlStyle;
    }[];
    /** The language of the element, own or inherited; empty if none is declared. */
    readonly lang?: string;
    readonly regionID?: string;
    readonly contents?: readonly TtmlElement[];
    /** Text between two tags, in a `span` without contents. */
    readonly text?: string;
    readonly space?: 'default' | 'preserve';
  }

  interface TtmlUnit {
    readonly h: { readonly rh: number } | null;
    readonly w: { readonly rw: number } | null;
  }

  export interface TtmlDocument {
    readonly body: TtmlElement | null;
    /** `null` if the document ends before its elements are closed. */
    readonly head: {
      /** Regions by id; a document without regions has a default region with the id `''`. */
      readonly layout: { readonly regions: Readonly<Record<string, Pick<TtmlElement, 'styleAttrs'>>> };
    } | null;
    /** Size of a cell and of a pixel, as a share of the picture; `null` for pixels if the document declares no picture size. */
    readonly cellLength: TtmlUnit;
    readonly pxLength: TtmlUnit;
    /** Frames a second, including the frame rate multiplier. */
    readonly effectiveFrameRate: number;
  }

  const parser: {
    /** `null` if no element has the namespace of TTML. Throws for XML that is not well-formed; some of the thrown values are strings. */
    fromXML(xml: string, handler?: { warn(message: string): void }): TtmlDocument | null;
  };
  export default parser;
}
