import type { ElementBox } from '../../../protocol/media/media-worker.ts';

/** Size of the picture, in pixels of the screen. */
export function elementBox(element: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>): ElementBox {
  const density = globalThis.devicePixelRatio;
  return { widthPixels: element.clientWidth * density, heightPixels: element.clientHeight * density };
}
