import { expect, test } from 'vitest';
import { sendPing } from '../../../../src/page/infrastructure/ping.ts';

function createScope(sendBeacon?: (address: string) => boolean) {
  const images: string[] = [];
  class FakeImage {
    set src(address: string) {
      images.push(address);
    }
  }
  return { images, scope: { navigator: sendBeacon === undefined ? {} : { sendBeacon }, Image: FakeImage } };
}

test('a ping is sent as a beacon [N21]', () => {
  const beacons: string[] = [];
  const { scope, images } = createScope((address) => beacons.push(address) > 0);
  sendPing('/ping', scope);
  expect([beacons, images]).toEqual([['/ping'], []]);
});

test('a ping is sent by an image if the browser has no beacons or refuses the beacon [N21]', () => {
  const without = createScope();
  sendPing('/ping', without.scope);
  const refused = createScope(() => false);
  sendPing('/ping', refused.scope);
  expect([without.images, refused.images]).toEqual([['/ping'], ['/ping']]);
});
