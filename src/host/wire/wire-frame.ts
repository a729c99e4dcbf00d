/** The part of a frame that the wire needs. */
export interface WireFrame {
  /** `contentWindow` is `null` outside a page, and in a popup that has closed. */
  readonly element: { readonly contentWindow: { postMessage(message: string, targetOrigin: string): void } | null };
  /** Whether the frame may have sent messages before this connection began to listen. */
  readonly isAdopted: boolean;
  /** Origins that messages of the frame may have, the likeliest first. */
  readonly origins: readonly string[];
  /** Whether the frame loads no player by itself: a script or the viewer navigates it later. */
  readonly isHeldBack: boolean;
}

/** State of the document that a message to the frame would reach (`FrameDocument`). */
export interface WireDocument {
  readonly hears: boolean;
  readonly isLeaving: boolean;
  spoke(): void;
  loaded(): void;
  left(): void;
}

/** The part of a message event that the wire needs. */
export interface WireMessageEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}
