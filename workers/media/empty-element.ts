/** Members of an element that the engine reads and always finds empty. */
export class EmptyElement extends EventTarget {
  readonly src = '';
  readonly currentSrc = '';
  readonly autoplay = false;
  readonly loop = false;
  readonly textTracks = undefined;
  readonly mediaKeys = null;
  readonly nodeName = 'VIDEO';

  /** No effect: main decides when the element plays. */
  play(): Promise<void> {
    return Promise.resolve();
  }
  pause(): void {}
  load(): void {}
  removeAttribute(): void {}
  setAttribute(): void {}
  appendChild(): void {}
  querySelector(): null {
    return null;
  }
  querySelectorAll(): never[] {
    return [];
  }
}
