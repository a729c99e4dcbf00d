import type { Page } from 'playwright';

/** The player as a viewer sees it, measured from the drawn elements. */
export interface Look {
  /** Opacity of the control bar, multiplied by the opacities of its ancestors. */
  readonly bar: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly seconds: number;
  /** Positions on the seek bar, 0 to 1: of the thumb, and of the end of the played part. */
  readonly thumb: number;
  readonly played: number;
  /** Current time as the control bar shows it. */
  readonly clock: string;
  readonly panel: string | null;
  /** The highlighted line of the transcript. */
  readonly line: string;
  /** Texts of the tooltips and seek previews that are drawn over the picture. */
  readonly bubbles: readonly string[];
  readonly hasPreviewPicture: boolean;
  readonly hasFocusRing: boolean;
  readonly focus: string;
  readonly cursor: string;
  readonly isFullscreen: boolean;
  readonly notice: string;
  /** Text of the cover that replaces the picture while the video is in a separate window. */
  readonly cover: string;
  readonly hasPoster: boolean;
  readonly isMuted: boolean;
  /** How the button that offers sound is drawn. */
  readonly soundOffer: 'words' | 'icon' | 'none';
  /** Titles of the videos that the end screen shows. */
  readonly suggestions: readonly string[];
  /** Number of Replay buttons, including the button of the control bar. */
  readonly replays: number;
  readonly title: string;
  /** Whether the title is drawn, or the offer of sound in its place. */
  readonly hasHead: boolean;
}

export const look = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const opacityOf = (element: Element | null): number => {
      let opacity = element === null ? 0 : 1;
      for (let one = element; one !== null; one = one.parentElement) {
        const style = getComputedStyle(one);
        opacity *= style.visibility === 'hidden' || style.display === 'none' ? 0 : Number(style.opacity);
      }
      return opacity;
    };
    const drawn = (selector: string): Element[] =>
      [...document.querySelectorAll(selector)].filter((element) => opacityOf(element) > 0.5);
    const video = document.querySelector('video');
    const bar = document.querySelector('.seek')?.getBoundingClientRect();
    const share = (pixels: number): number => (bar === undefined ? -1 : (pixels - bar.left) / bar.width);
    const { activeElement } = document;
    const ring = activeElement === null ? null : getComputedStyle(activeElement);
    return {
      bar: opacityOf(document.querySelector('.control-bar')),
      isPlaying: video !== null && !video.paused && !video.ended,
      rate: video?.playbackRate ?? 0,
      seconds: video?.currentTime ?? -1,
      thumb: share(document.querySelector('.seek-thumb')?.getBoundingClientRect().left ?? 0),
      played: share(document.querySelector('.seek-played')?.getBoundingClientRect().right ?? 0),
      clock: /\d+:\d\d/.exec(document.querySelector('.time')?.textContent ?? '')?.[0] ?? '',
      panel: drawn('.panel')[0]?.getAttribute('aria-label') ?? null,
      line: drawn('.transcript-line[aria-current] .transcript-text')[0]?.textContent ?? '',
      bubbles: drawn('.bubble, .seek-preview').map(({ textContent }) => textContent),
      hasPreviewPicture: drawn('.seek-picture').some((picture) => picture.getBoundingClientRect().height > 20),
      hasFocusRing: ring !== null && ring.outlineStyle !== 'none' && opacityOf(activeElement) > 0.5,
      focus: activeElement?.getAttribute('aria-label') ?? activeElement?.tagName ?? '',
      cursor: getComputedStyle(document.querySelector('#player') ?? document.body).cursor,
      isFullscreen: document.fullscreenElement !== null,
      notice: drawn('.notice')[0]?.textContent ?? '',
      cover: drawn('.window-cover')[0]?.textContent ?? '',
      hasPoster: drawn('#poster').length > 0,
      isMuted: video?.muted === true,
      soundOffer: drawn('.unmute-words').length > 0 ? 'words' : drawn('.unmute').length > 0 ? 'icon' : 'none',
      suggestions: drawn('.end-title').map(({ textContent }) => textContent),
      replays: drawn('button[aria-label="Replay"]').length,
      title: drawn('.title')[0]?.textContent ?? '',
      hasHead: drawn('.title, .unmute').length > 0,
    };
  });
