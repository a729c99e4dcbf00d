/** What draws captions; loads when they are first on. */
export const captionWindow = async () => (await import('./caption-window.tsx')).CaptionWindow;
