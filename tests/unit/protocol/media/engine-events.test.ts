import { expect, test } from 'vitest';
import { EngineEvents } from '../../../../protocol/media/engine-events.ts';
import { isHeadStart } from '../../../../protocol/media/media-worker.ts';

test('a listener receives emitted and relayed events of its name until it is removed', () => {
  const events = new EngineEvents();
  const heard: unknown[] = [];
  const leave = events.on('problem', (event) => heard.push(event));
  events.on('moved', (event) => heard.push(event));
  events.emit('problem', { detail: 'a' });
  events.relay({ kind: 'event', name: 'problem', event: { detail: 'b' } });
  leave();
  events.emit('problem', { detail: 'c' });
  events.emit('moved', { seconds: 3 });
  events.emit('reopened', { path: 'main' });
  expect(heard).toEqual([{ detail: 'a' }, { detail: 'b' }, { seconds: 3 }]);
});

test('a head-start message is recognised by its kind', () => {
  const messages = [{ kind: 'head-start' }, { kind: 'other' }, 'head-start', null, undefined];
  expect(messages.map(isHeadStart)).toEqual([true, false, false, false, false]);
});
