import { expect, test } from 'vitest';
import {
  ACTIVATION_MS,
  PictureInPicture,
} from '../../../../src/page/interface/picture-in-picture/picture-in-picture.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function createWindow(paused: boolean) {
  const clock = createFakeClock();
  const video = Object.assign(new EventTarget(), { paused }) as HTMLVideoElement;
  const shown: boolean[] = [];
  const comes = (): void => {
    pictureInPicture.window = {
      isActive: () => shown.at(-1) ?? false,
      async show(active) {
        shown.push(active);
      },
    };
  };
  const pictureInPicture = new PictureInPicture(video, clock, () => undefined);
  return { clock, pictureInPicture, shown, comes };
}

test('a window that is requested while the interface is on its way is shown when it is there', async () => {
  const { pictureInPicture, shown, comes } = createWindow(false);
  const requests = [pictureInPicture.show(true), pictureInPicture.show(true)];
  comes();
  await Promise.all(requests);
  expect(shown).toEqual([true, true]);
});

test('a window is refused where nothing has played, and where the interface does not come', async () => {
  await expect(createWindow(true).pictureInPicture.show(true)).rejects.toThrow('there is no picture yet');
  const { pictureInPicture, clock } = createWindow(false);
  const request = expect(pictureInPicture.show(true)).rejects.toThrow('there is no picture yet');
  await clock.advance(ACTIVATION_MS);
  await request;
});
