import type { Page } from 'playwright';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Lowest contrast of a colour with the pixels of a rectangle. Decodes its screenshot in a separate page, because Node has
 * no image decoder.
 */
export async function worstContrast(
  page: Page,
  color: readonly [red: number, green: number, blue: number],
  clip: Rectangle,
): Promise<number> {
  const picture = (await page.screenshot({ clip })).toString('base64');
  const decoder = await page.context().newPage();
  const worst = await decoder.evaluate(
    async ([data, ink]) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      const linear = (part: number): number =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
      const luminance = (red = 0, green = 0, blue = 0): number =>
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      const own = luminance(...ink);
      let least = 21;
      for (let index = 0; index < pixels.length; index += 4) {
        const other = luminance(pixels[index], pixels[index + 1], pixels[index + 2]);
        least = Math.min(least, (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05));
      }
      return least;
    },
    [picture, color] as const,
  );
  await decoder.close();
  return worst;
}
