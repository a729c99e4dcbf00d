import { expect, test } from 'vitest';
import { WireEvent } from '../../../../protocol/events/events.ts';
import { createEventLines } from '../../../../protocol/events/event-line.ts';

const SESSION = '0123456789abcdef0123456789abcdef';

test('every event has a client event id and a sequence number [L6]', () => {
  const line = createEventLines(SESSION, () => 1_234);
  line('hostCommand', { name: 'play' });
  const second: unknown = JSON.parse(line('playbackFailed', { name: 'a"b\\c\nd' }));
  expect(WireEvent.parse(second)).toEqual({
    clientEventId: `${SESSION}.1`,
    eventTimeMs: 1_234,
    tier: 400,
    sequence: { id: SESSION, index: 1 },
    name: 'playbackFailed',
    payload: { name: 'a"b\\c\nd' },
  });
});

test('an event is one line whatever it contains', () => {
  const line = createEventLines(SESSION, () => 0);
  expect(line('hostCommand', { name: 'a\nb\u2028c' })).not.toContain('\n');
});

test('a payload without JSON leaves no gap in the sequence [L6]', () => {
  const line = createEventLines(SESSION, () => 0);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(() => line('hostCommand', circular)).toThrow();
  expect(line('hostCommand', { name: 'play' })).toContain(`"clientEventId":"${SESSION}.0"`);
});
