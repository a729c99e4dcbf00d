/** The parser of imsc.js alone: its renderer needs a browser. */
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
    /** Seconds of the media, from which its parents may cut; `Infinity` without an end. */
    readonly begin: number;
    readonly end: number;
    /** Its own attribute; `null` without one. */
    readonly explicit_begin?: number | null;
    /** By namespace and name, separated by a space, those of its `style` attribute counted in. */
    readonly styleAttrs?: Readonly<Record<string, TtmlStyle>>;
    /** Styles that it has for a time. */
    readonly sets?: readonly {
      readonly begin: number;
      readonly end: number;
      readonly qname: string;
      readonly value: TtmlStyle;
    }[];
    /** Language, its own or that of what is around it; empty if nobody says it. */
    readonly lang?: string;
    readonly regionID?: string;
    readonly contents?: readonly TtmlElement[];
    /** Of text between two tags, which is a `span` without contents. */
    readonly text?: string;
    readonly space?: 'default' | 'preserve';
  }

  interface TtmlUnit {
    readonly h: { readonly rh: number } | null;
    readonly w: { readonly rw: number } | null;
  }

  export interface TtmlDocument {
    readonly body: TtmlElement | null;
    /** `null` where the document ends before its elements do. */
    readonly head: {
      /** The document's own, or one with the id `''`. */
      readonly layout: { readonly regions: Readonly<Record<string, Pick<TtmlElement, 'styleAttrs'>>> };
    } | null;
    /** Size of a cell and of a pixel, as share of the picture; `null` for pixels of a picture without a size. */
    readonly cellLength: TtmlUnit;
    readonly pxLength: TtmlUnit;
    /** Pictures a second, the multiplier counted in. */
    readonly effectiveFrameRate: number;
  }

  const parser: {
    /** `null` where no element has the namespace of TTML; throws at XML that is not well-formed, texts among others. */
    fromXML(xml: string, handler?: { warn(message: string): void }): TtmlDocument | null;
  };
  export default parser;
}
