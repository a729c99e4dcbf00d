/** The window of a frame of the page's own origin. */
export type FrameWindow = Window & typeof globalThis;
