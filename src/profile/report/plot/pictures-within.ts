import type { Picture } from '../schema/timeline.ts';
import type { View } from './view.ts';

/** The picture that is visible at a time; `null` before the first picture. */
export function pictureAt(pictures: readonly Picture[], atUs: number): Picture | null {
  return pictures.findLast((picture) => picture.atUs <= atUs) ?? null;
}

export interface StripPicture {
  readonly momentUs: number;
  readonly picture: Picture;
}

/** Pictures at even distances over the visible time; times before the first picture are left out. */
export function pictureStripOf(pictures: readonly Picture[], { fromUs, toUs }: View, count: number): StripPicture[] {
  return Array.from({ length: count }, (_, index) => fromUs + ((toUs - fromUs) * (index + 0.5)) / count).flatMap(
    (momentUs) => {
      const picture = pictureAt(pictures, momentUs);
      return picture === null ? [] : [{ momentUs, picture }];
    },
  );
}
