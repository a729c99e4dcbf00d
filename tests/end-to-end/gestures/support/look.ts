import type { Page } from 'playwright';

/** Look of the player to a person, measured by what is drawn and not by attributes. */
export interface Look {
  /** Opacity of the control bar, through all of its ancestors. */
  readonly bar: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly seconds: number;
  /** Place of the thumb on the bar, 0 to 1; the played part ends there. */
  readonly thumb: number;
  readonly played: number;
  /** The time beside the buttons. */
  readonly clock: string;
  readonly panel: string | null;
  /** The line of the transcript that is marked. */
  readonly line: string;
  /** Names and previews that are drawn over the picture. */
  readonly bubbles: readonly string[];
  readonly hasPreviewPicture: boolean;
  readonly hasFocusRing: boolean;
  readonly focus: string;
  readonly cursor: string;
  readonly isFullscreen: boolean;
  readonly notice: string;
  /** The cover in place of the picture while that is in a separate window. */
  readonly cover: string;
  readonly hasPoster: boolean;
  readonly isMuted: boolean;
  /** How much of the button in the corner is drawn that offers sound. */
  readonly soundOffer: 'words' | 'icon' | 'none';
  /** Titles of the videos that the end screen shows. */
  readonly suggestions: readonly string[];
  /** Buttons that replay, those of the bar included. */
  readonly replays: number;
  readonly title: string;
  /** The title is there, or the offer of sound, which has its place. */
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
