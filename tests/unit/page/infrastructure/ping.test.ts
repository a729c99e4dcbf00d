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

test('a ping is a beacon [N21]', () => {
  const beacons: string[] = [];
  const { scope, images } = createScope((address) => beacons.push(address) > 0);
  sendPing('/ping', scope);
  expect([beacons, images]).toEqual([['/ping'], []]);
});

test('the ping uses an image if there is no beacon, or it is refused [N21]', () => {
  const without = createScope();
  sendPing('/ping', without.scope);
  const refused = createScope(() => false);
  sendPing('/ping', refused.scope);
  expect([without.images, refused.images]).toEqual([['/ping'], ['/ping']]);
});
