/** A window for the element: of the browser, or of the page. */
export interface VideoWindow {
  isActive(): boolean;
  /** Rejects for lack of a gesture or of permission. */
  show(active: boolean): Promise<void>;
}

/** The video in a separate window, where browser and host page allow it. */
export class PictureInPicture {
  /** Comes with the interface, at the first frame: before that browsers have nothing to show in a window. */
  window: VideoWindow | undefined;

  /** Windows of the page fire the events of the browser's. */
  constructor(video: HTMLVideoElement, onChange: (active: boolean) => void) {
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture'] as const)
      video.addEventListener(type, () => onChange(this.isActive()));
  }

  isActive = (): boolean => this.window?.isActive() === true;

  show = async (active: boolean): Promise<void> => {
    if (this.window === undefined) throw new Error('there is no picture yet');
    await this.window.show(active);
  };
}
