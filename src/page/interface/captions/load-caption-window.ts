/** Loads the component that draws captions, when they are first turned on. */
export const captionWindow = async () => (await import('./caption-window.tsx')).CaptionWindow;
