/** The parser of imsc.js alone: its renderer needs a browser. */
declare module 'imsc/src/main/js/doc.js' {
  interface TtmlLength {
    readonly value: number;
    /** `%`, `px` or `c` (cells of the document's grid). */
    readonly unit: string;
  }

  /** Word, list of words, colour, or a pair of lengths. */
  type TtmlStyle = string | readonly (string | number)[] | { readonly h: TtmlLength; readonly w: TtmlLength } | null;

  export interface TtmlElement {
    /** `div`, `p`, `span`, `br`. */
    readonly kind: string;
    /** Seconds of the media, from which its parents may cut; `Infinity` without an end. */
    readonly begin: number;
    readonly end: number;
    /** By namespace and name, separated by a space, those of its `style` attribute counted in. */
    readonly styleAttrs?: Readonly<Record<string, TtmlStyle>>;
    readonly regionID?: string;
    readonly contents?: readonly TtmlElement[];
    /** Of text between two tags, which is a `span` without contents. */
    readonly text?: string;
    readonly space?: 'default' | 'preserve';
  }

  export interface TtmlDocument {
    readonly body: TtmlElement | null;
    /** `null` where the document ends before its elements do. */
    readonly head: {
      /** The document's own, or one with the id `''`. */
      readonly layout: { readonly regions: Readonly<Record<string, Pick<TtmlElement, 'styleAttrs'>>> };
    } | null;
    /** Height of a cell and of a pixel, as share of the picture; `null` for pixels of a picture without a size. */
    readonly cellLength: { readonly h: { readonly rh: number } };
    readonly pxLength: { readonly h: { readonly rh: number } | null };
  }

  const parser: {
    /** `null` where no element has the namespace of TTML; throws at XML that is not well-formed. */
    fromXML(xml: string): TtmlDocument | null;
  };
  export default parser;
}
