/** Event that `window.__bench.logEvents` of the embed page logs: about 400 bytes on the wire. */
export function typicalEvent(index) {
  return {
    action: 'bench',
    ticks: { requested: 12.5, firstFrame: 345.25 },
    spans: { load: 332.75 },
    infos: { marker: `bench-${index}`, note0: NOTE },
  };
}

const NOTE = 'x'.repeat(96);

let nextIndex = 0;

/** The event with the envelope that allows duplicate detection, as one line of JSON. */
export function typicalLine(index) {
  const number = nextIndex++;
  return JSON.stringify({
    clientEventId: `${SESSION}.${number}`,
    eventTimeMs: Date.now(),
    tier: 100,
    sequence: { id: SESSION, index: number },
    name: 'latencyAction',
    payload: typicalEvent(index),
  });
}

const SESSION = '0123456789abcdef0123456789abcdef';
