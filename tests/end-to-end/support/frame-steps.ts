import type { Page } from 'playwright';

/** View after a step: the media time, and the picture as small grey levels. */
export interface ShownFrame {
  readonly seconds: number;
  readonly levels: readonly number[];
}

/** Presses the key of a step, and looks at the picture once the video has rested. */
export async function step(page: Page, key: string): Promise<ShownFrame> {
  await page.keyboard.press(key);
  return page.evaluate(
    () =>
      new Promise<ShownFrame>((resolve, reject) => {
        const video = document.querySelector('video');
        const context = Object.assign(document.createElement('canvas'), { width: 64, height: 36 }).getContext('2d');
        if (video === null || context === null) return reject(new Error('There is no video to look at.'));
        // How many seeks a step takes is not known from outside: it rests for as long as the player awaits a frame. The
        // browser reports a frame only when it composes one, which it does not always do for a paused video.
        const restMs = 1_200;
        let timer = 0;
        const check = (): void => {
          if (video.seeking) return rest();
          context.drawImage(video, 0, 0, 64, 36);
          const { data } = context.getImageData(0, 0, 64, 36);
          resolve({ seconds: video.currentTime, levels: [...data.filter((_, index) => index % 4 === 1)] });
        };
        const rest = (): void => {
          clearTimeout(timer);
          timer = window.setTimeout(check, restMs);
        };
        for (const sign of ['seeking', 'seeked']) video.addEventListener(sign, rest);
        rest();
      }),
  );
}

/** Mean distance of two pictures, in grey levels. */
export const difference = (one: ShownFrame, other: ShownFrame): number =>
  one.levels.reduce((sum, level, index) => sum + Math.abs(level - (other.levels[index] ?? 0)), 0) / one.levels.length;
