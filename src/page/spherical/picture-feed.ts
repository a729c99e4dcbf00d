import type { RendererConnection } from './connect-renderer.ts';

/**
 * Sends the renderer new frames of the video, always the latest and one at a time: a slow renderer skips frames instead of
 * holding the decoder's memory. Nothing is sent while no new frame is shown, as during a pause or while the page is hidden.
 */
export class PictureFeed {
  readonly #video: HTMLVideoElement;
  readonly #renderer: Pick<RendererConnection, 'isWorker' | 'send'>;
  /** The renderer has room for a frame. */
  #isWanted = false;
  /** The video shows a frame that has not been sent. */
  #isNew = true;
  #handle: number | null = null;
  /** The browser refuses to create frames. */
  readonly #onRefused: (error: unknown) => void;

  constructor(
    video: HTMLVideoElement,
    renderer: Pick<RendererConnection, 'isWorker' | 'send'>,
    onRefused: (error: unknown) => void,
  ) {
    this.#video = video;
    this.#renderer = renderer;
    this.#onRefused = onRefused;
  }

  start(): void {
    if (this.#handle !== null) return;
    this.#isNew = true;
    this.#watch();
    this.#send();
  }

  stop(): void {
    if (this.#handle !== null) this.#video.cancelVideoFrameCallback(this.#handle);
    this.#handle = null;
  }

  /** Called when the renderer requests the next frame, or with `present` the displayed frame. */
  want(present: boolean): void {
    this.#isWanted = true;
    this.#isNew ||= present;
    this.#send();
  }

  #watch(): void {
    this.#handle = this.#video.requestVideoFrameCallback(() => {
      this.#isNew = true;
      this.#watch();
      this.#send();
    });
  }

  #send(): void {
    const { videoWidth: widthPixels, readyState } = this.#video;
    const hasPicture = readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && widthPixels > 0;
    if (this.#handle === null || !this.#isWanted || !this.#isNew || !hasPicture) return;
    this.#isWanted = false;
    this.#isNew = false;
    try {
      if (!this.#renderer.isWorker) return this.#renderer.send({ kind: 'frame', frame: this.#video, widthPixels });
      const frame = new VideoFrame(this.#video);
      this.#renderer.send({ kind: 'frame', frame, widthPixels }, [frame]);
    } catch (error) {
      this.#onRefused(error);
    }
  }
}
