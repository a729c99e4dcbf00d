import { expect, test } from 'vitest';
import { VisualElements } from '../../../../../src/page/telemetry/visual-elements.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { ATTACH_CACHE_MAX_ELEMENTS } from '../../../../../protocol/constants.ts';

function createVisualElements() {
  const log = new FakeInfrastructure();
  const elements = new VisualElements(log);
  return { log, elements };
}

test('the events of a visual element, from creation of its screen to a click, have the screen nonce [L9]', () => {
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

test('the last 1000 attached elements are remembered, and are not reported as attached again [L9]', () => {
  const { log, elements } = createVisualElements();
  elements.createScreen('watch', 'nonce');
  for (let index = 0; index <= ATTACH_CACHE_MAX_ELEMENTS; index += 1) elements.attach(`e${index}`);
  elements.attach('e1');
  expect(log.payloadsOf('visualElementAttached')).toHaveLength(ATTACH_CACHE_MAX_ELEMENTS + 1);
  elements.attach('e0');
  expect(log.payloadsOf('visualElementAttached')).toHaveLength(ATTACH_CACHE_MAX_ELEMENTS + 2);
});

test('an element is reported as attached again on a new screen', () => {
  const { log, elements } = createVisualElements();
  elements.createScreen('watch', 'nonce');
  elements.attach('play');
  elements.createScreen('error', 'another');
  elements.attach('play');
  expect(log.payloadsOf('visualElementAttached')).toHaveLength(2);
});

test('visual elements are not reported before a screen is created', () => {
  const { log, elements } = createVisualElements();
  elements.attach('play');
  elements.show('play');
  elements.click('play');
  expect(log.logged).toEqual([]);
});
