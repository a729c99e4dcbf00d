import { expect, test } from 'vitest';
import { VisualElements } from '../../../../../src/page/telemetry/visual-elements.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { ATTACH_CACHE_MAX_ELEMENTS } from '../../../../../protocol/constants.ts';

function createVisualElements() {
  const log = new FakeInfrastructure();
  const elements = new VisualElements(log);
  return { log, elements };
}

test('created, attached, shown, hidden, clicked, all under the nonce [L9]', () => {
  const { log, elements } = createVisualElements();
  const clientScreenNonce = 'nonce';
  elements.createScreen('watch', clientScreenNonce);
  elements.attach('play', 'controls');
  elements.show('play');
  elements.click('play');
  elements.hide('play');
  expect(log.names()).toEqual([
    'visualElementScreenCreated',
    'visualElementAttached',
    'visualElementShown',
    'visualElementClicked',
    'visualElementHidden',
  ]);
  expect(log.logged.every(({ payload }) => payload['clientScreenNonce'] === clientScreenNonce)).toBe(true);
  expect(log.payloadsOf('visualElementAttached')[0]).toMatchObject({ elementId: 'play', parentId: 'controls' });
});

test('an element is attached once, and only changes of visibility are reported [L9]', () => {
  const { log, elements } = createVisualElements();
  elements.createScreen('watch', 'nonce');
  elements.attach('play');
  elements.attach('play');
  elements.hide('play');
  elements.show('play');
  elements.show('play');
  expect(log.names().slice(1)).toEqual(['visualElementAttached', 'visualElementShown']);
});

test('the attach cache holds 1000 [L9]', () => {
  const { log, elements } = createVisualElements();
  elements.createScreen('watch', 'nonce');
  for (let index = 0; index <= ATTACH_CACHE_MAX_ELEMENTS; index += 1) elements.attach(`e${index}`);
  elements.attach('e1');
  expect(log.payloadsOf('visualElementAttached')).toHaveLength(ATTACH_CACHE_MAX_ELEMENTS + 1);
  elements.attach('e0');
  expect(log.payloadsOf('visualElementAttached')).toHaveLength(ATTACH_CACHE_MAX_ELEMENTS + 2);
});

test('a new screen starts with nothing attached', () => {
  const { log, elements } = createVisualElements();
  elements.createScreen('watch', 'nonce');
  elements.attach('play');
  elements.createScreen('error', 'another');
  elements.attach('play');
  expect(log.payloadsOf('visualElementAttached')).toHaveLength(2);
});

test('visual elements are not reported before there is a screen', () => {
  const { log, elements } = createVisualElements();
  elements.attach('play');
  elements.show('play');
  elements.click('play');
  expect(log.logged).toEqual([]);
});
