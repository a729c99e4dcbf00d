import { expect, test } from 'vitest';
import { NavigationGate } from '../../../../protocol/runtime/navigation-gate.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function openGate() {
  const clock = createFakeClock();
  const gate = new NavigationGate(clock);
  const ran: string[] = [];
  return { clock, gate, ran };
}

test('what comes to an open gate goes through at once [X4]', () => {
  const { gate, ran } = openGate();
  gate.whenOpen(() => ran.push('a'));
  expect(gate.state).toBe('none');
  expect(ran).toEqual(['a']);
});

test('during a navigation it waits, and goes in order when that ends [X4]', () => {
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

test('a navigation that nobody ends is over after 5 seconds [X4]', async () => {
  const { clock, gate, ran } = openGate();
  gate.begin();
  gate.whenOpen(() => ran.push('a'));
  await clock.advance(4_999);
  expect([gate.state, ran]).toEqual(['application_navigating', []]);
  await clock.advance(1);
  expect([gate.state, ran]).toEqual(['none', ['a']]);
});

test('a navigation that begins during another has 5 seconds of its own [X4]', async () => {
  const { clock, gate } = openGate();
  gate.begin();
  await clock.advance(3_000);
  gate.begin();
  await clock.advance(4_999);
  expect(gate.state).toBe('application_navigating');
  await clock.advance(1);
  expect(gate.state).toBe('none');
});

test('who is called off does not go through, and a stopped gate lets nothing wait', async () => {
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

test('who goes through may begin the next navigation', () => {
  const { gate, ran } = openGate();
  gate.begin();
  gate.whenOpen(() => gate.begin());
  gate.end();
  gate.whenOpen(() => ran.push('late'));
  expect([gate.state, ran]).toEqual(['application_navigating', []]);
});
