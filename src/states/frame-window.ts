/** The window of a same-origin frame. */
export type FrameWindow = Window & typeof globalThis;
