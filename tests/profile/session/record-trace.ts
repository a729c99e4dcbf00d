import type { CDPSession } from 'playwright';
import { parseTrace, type Trace } from '../trace/trace-event.ts';

/** Categories that the report reads, and that DevTools needs to open the file. */
const CATEGORIES = [
  '__metadata',
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  'disabled-by-default-devtools.timeline.frame',
  'disabled-by-default-v8.cpu_profiler',
  'blink.user_timing',
  'blink.console',
  'disabled-by-default-devtools.screenshot',
  'loading',
];
/** Enough for the longest session at the slowest setting; a run that loses events does not count. */
const BUFFER_KB = 400_000;
const CHUNK_BYTES = 4_194_304;

export interface RecordedTrace {
  readonly text: string;
  readonly trace: Trace;
  readonly isComplete: boolean;
}

export interface Recording {
  /** Ends the recording, and resolves with its trace. */
  stop(): Promise<RecordedTrace>;
}

/** Records all processes of the page. Only the trace of a page's session, not of the browser's, lists the frames of the page. */
export async function recordTrace(session: CDPSession): Promise<Recording> {
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: {
      recordMode: 'recordUntilFull',
      traceBufferSizeInKb: BUFFER_KB,
      includedCategories: CATEGORIES,
      excludedCategories: ['*'],
    },
  });
  return {
    async stop() {
      const complete = new Promise<{ readonly stream?: string; readonly dataLossOccurred: boolean }>((resolve) => {
        session.once('Tracing.tracingComplete', resolve);
      });
      await session.send('Tracing.end');
      const { stream, dataLossOccurred } = await complete;
      if (stream === undefined) throw new Error('The browser returned no trace.');
      const text = await readStream(session, stream);
      return { text, trace: parseTrace(text), isComplete: !dataLossOccurred };
    },
  };
}

async function readStream(session: CDPSession, handle: string): Promise<string> {
  const parts: string[] = [];
  for (;;) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: CHUNK_BYTES });
    parts.push(base64Encoded === true ? Buffer.from(data, 'base64').toString('utf8') : data);
    if (eof) break;
  }
  await session.send('IO.close', { handle });
  return parts.join('');
}
