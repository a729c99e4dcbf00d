import { expect, test } from 'vitest';
import { NavigationGate } from '../../../../protocol/runtime/navigation-gate.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function openGate() {
  const clock = createFakeClock();
  const gate = new NavigationGate(clock);
  const ran: string[] = [];
  return { clock, gate, ran };
}

test('an open navigation gate runs work at once [X4]', () => {
  const { gate, ran } = openGate();
  gate.whenOpen(() => ran.push('a'));
  expect(gate.state).toBe('none');
  expect(ran).toEqual(['a']);
});

test('the navigation gate queues work during a navigation, and runs it in order afterwards [X4]', () => {
  const { clock, gate, ran } = openGate();
  gate.begin();
  expect(gate.state).toBe('application_navigating');
  gate.whenOpen(() => ran.push('a'));
  gate.whenOpen(() => ran.push('b'));
  expect(ran).toEqual([]);
  gate.end();
  expect(gate.state).toBe('none');
  expect(ran).toEqual(['a', 'b']);
  expect(clock.pendingCount()).toBe(0);
});

test('the navigation gate opens after 5 seconds if the navigation does not end [X4]', async () => {
  const { clock, gate, ran } = openGate();
  gate.begin();
  gate.whenOpen(() => ran.push('a'));
  await clock.advance(4_999);
  expect([gate.state, ran]).toEqual(['application_navigating', []]);
  await clock.advance(1);
  expect([gate.state, ran]).toEqual(['none', ['a']]);
});

test('the 5 seconds of the navigation gate restart when a navigation begins during another [X4]', async () => {
  const { clock, gate } = openGate();
  gate.begin();
  await clock.advance(3_000);
  gate.begin();
  await clock.advance(4_999);
  expect(gate.state).toBe('application_navigating');
  await clock.advance(1);
  expect(gate.state).toBe('none');
});

test('cancelled work does not run, and a stopped navigation gate drops its queue', async () => {
  const { clock, gate, ran } = openGate();
  gate.begin();
  const cancel = gate.whenOpen(() => ran.push('a'));
  gate.whenOpen(() => ran.push('b'));
  cancel();
  gate.stop();
  expect(clock.pendingCount()).toBe(0);
  gate.end();
  expect(ran).toEqual([]);
});
