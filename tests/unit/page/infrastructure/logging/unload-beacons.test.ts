import { expect, test } from 'vitest';
import { BEACON_CHUNK_MAX_BYTES } from '../../../../../protocol/constants.ts';
import { LogRequest } from '../../../../../protocol/provider/logging.ts';
import { createEventLines } from '../../../../../protocol/events/event-line.ts';
import { sendUnloadBeacons } from '../../../../../src/page/infrastructure/logging/unload-beacons.ts';

const SESSION = '0123456789abcdef0123456789abcdef';

function breathe(lines: readonly string[], { budgetBytes = Number.POSITIVE_INFINITY, online = true } = {}) {
  const sent: { address: string; body: string }[] = [];
  let leftBytes = budgetBytes;
  const taken = sendUnloadBeacons(lines, {
    sendBeacon(address, body) {
      const bytes = new TextEncoder().encode(body).length;
      if (bytes > leftBytes) return false;
      leftBytes -= bytes;
      sent.push({ address, body });
      return true;
    },
    isOnline: () => online,
    addressOf: (endpoint) => `/log/${endpoint}`,
    context: () => ({ client: { clientName: 'WEB', clientVersion: '1' } }),
    now: () => 1_000,
  });
  return { sent, taken };
}

function makeLines(count: number, note = ''): string[] {
  const line = createEventLines(SESSION, () => 1);
  return Array.from({ length: count }, () => line('hostCommand', { name: `n${note}` }));
}

test('events are sent in one beacon for each endpoint, whose body is a valid log request [X6, N5]', () => {
  const line = createEventLines(SESSION, () => 1);
  const ordinary = line('hostCommand', { name: 'play' });
  const quality = line('playbackFrames', { videoId: 'x', droppedFrames: 1, totalFrames: 2 });
  const { sent, taken } = breathe([ordinary, quality]);
  expect(sent.map(({ address }) => address)).toEqual(['/log/log_event', '/log/video_stats']);
  for (const { body } of sent) expect(LogRequest.safeParse(JSON.parse(body)).success).toBe(true);
  expect(taken).toEqual([ordinary, quality]);
});

test('a beacon holds at most 60 000 bytes and 100 events [X6]', () => {
  const { sent } = breathe(makeLines(250, 'ü'.repeat(400)));
  expect(sent.length).toBeGreaterThan(3);
  for (const { body } of sent) {
    expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(BEACON_CHUNK_MAX_BYTES);
    expect(LogRequest.safeParse(JSON.parse(body)).success).toBe(true);
  }
  expect(sent.flatMap(({ body }) => JSON.parse(body).events)).toHaveLength(250);
});

test('beacons stop at the first refusal and report the accepted events', () => {
  const lines = makeLines(300);
  const { sent, taken } = breathe(lines, { budgetBytes: 45_000 });
  expect(sent).toHaveLength(2);
  expect(taken).toEqual(lines.slice(0, 200));
});

test('an event too large for any beacon does not block others', () => {
  const [huge = '', small = ''] = [...makeLines(1, 'x'.repeat(70_000)), ...makeLines(1)];
  expect(breathe([huge, small]).taken).toEqual([small]);
});

test('beacons are not sent while offline', () => {
  expect(breathe(makeLines(1), { online: false }).taken).toEqual([]);
});
