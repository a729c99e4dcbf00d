import { constants, setPriority } from 'node:os';
import { runTool } from '../studio/preparation/run-tool.ts';
import { systemClock } from '../provider/system.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { PreparationJob, type PreparationMessage } from '../studio/uploads/preparation-job.ts';
import { prepareUpload } from '../studio/uploads/prepare-upload.ts';

// Entry of the process that prepares one video. It ends when the server ends or stops it.
configureSchemas();
// Low priority, which started programs inherit, so that serving viewers takes precedence.
setPriority(constants.priority.PRIORITY_LOW);
const interrupt = new AbortController();
process.on('disconnect', () => interrupt.abort());

const send = (message: PreparationMessage): void => void (process.connected && process.send?.(message));

process.once('message', (message) => {
  const job = PreparationJob.parse(message);
  const onProgress = (step: string, share: number): void => send({ kind: 'progress', step, share });
  void prepareUpload(job, runTool, onProgress, interrupt.signal, systemClock).then((result) => {
    send({ kind: 'result', result });
    if (process.connected) process.disconnect();
  });
});
