import { expect, test } from 'vitest';
import {
  ACTIVATION_MS,
  PictureInPicture,
} from '../../../../src/page/interface/picture-in-picture/picture-in-picture.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { fakeElement } from '../../../support/fake-services.ts';

function createWindow(paused: boolean) {
  const clock = createFakeClock();
  const ownerDocument = { pictureInPictureElement: null as EventTarget | null };
  const video = fakeElement<HTMLVideoElement>({ paused, ownerDocument });
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
  const opensByBrowser = (): void => {
    ownerDocument.pictureInPictureElement = video;
  };
  return { clock, pictureInPicture, shown, comes, opensByBrowser };
}

test('a picture-in-picture window that is requested before the interface is mounted opens once it is mounted', async () => {
  const { pictureInPicture, shown, comes } = createWindow(false);
  const requests = [pictureInPicture.show(true), pictureInPicture.show(true)];
  comes();
  await Promise.all(requests);
  expect(shown).toEqual([true, true]);
});

test('a request for a window that has to wait requests the interface', async () => {
  const { pictureInPicture, shown, comes } = createWindow(false);
  pictureInPicture.onWait = comes;
  await pictureInPicture.show(true);
  expect(shown).toEqual([true]);
});

test('a window that the browser opened before the interface was mounted counts as active', () => {
  const { pictureInPicture, opensByBrowser } = createWindow(false);
  expect(pictureInPicture.isActive()).toBe(false);
  opensByBrowser();
  expect(pictureInPicture.isActive()).toBe(true);
});

test('a request for a window fails if nothing has played, or if the interface is not mounted in time', async () => {
  await expect(createWindow(true).pictureInPicture.show(true)).rejects.toThrow('there is no picture yet');
  const { pictureInPicture, clock } = createWindow(false);
  const request = expect(pictureInPicture.show(true)).rejects.toThrow('there is no picture yet');
  await clock.advance(ACTIVATION_MS);
  await request;
});
