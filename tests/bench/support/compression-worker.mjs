import { gzipSync } from 'fflate';
import { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { createCompressor } from '../../../workers/infrastructure/transport/compression.ts';

const clock = { now: () => Date.now(), monotonicNow: () => performance.now(), after: () => () => {} };

const spans = new SpanRing('infrastructure', performance);

const encode = (text) => new TextEncoder().encode(text);

async function read(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const WAYS = {
  'oriel, as it is': createCompressor(clock, self.CompressionStream, spans),
  'oriel, without the stream': createCompressor(clock, undefined, spans),
  'fflate, level 6': (text) => gzipSync(encode(text), { level: 6 }),
  'fflate, level 1': (text) => gzipSync(encode(text), { level: 1 }),
  'CompressionStream, writer': (text) => {
    const stream = new CompressionStream('gzip');
    const writer = stream.writable.getWriter();
    void writer.write(encode(text));
    void writer.close();
    return read(stream.readable);
  },
  'CompressionStream, pipe': (text) => read(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))),
};

// Compresses one body in every way, in turn, and posts the times and compression ratio of each way.
self.onmessage = async ({ data: { body, rounds } }) => {
  const results = Object.keys(WAYS).map((name) => ({ name, timesMs: [], ratio: 1 }));
  for (let round = 0; round < rounds; round += 1) {
    for (const result of results) {
      const startMs = performance.now();
      const compressed = await WAYS[result.name](body);
      result.timesMs.push(performance.now() - startMs);
      result.ratio = body.length / (compressed.sizeBytes ?? compressed.length);
    }
  }
  self.postMessage(results, []);
};
