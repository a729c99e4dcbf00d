import { readRun, type ReadRun } from '../../profile/analysis/read-run.ts';
import {
  HOST,
  INFRASTRUCTURE,
  isPlayer,
  mark,
  measure,
  PLAYER,
  profile,
  span,
  task,
  traceOf,
} from './trace-builder.ts';

const SCRIPT = 'http://127.0.0.1:9/assets/infrastructure.worker-Ab12.js';

/** A short run with all that an exported trace has: tasks, profiles of three threads, measures with tracks. */
export function recordedRun(): Promise<ReadRun> {
  const nodes = (functionName: string) => [
    { id: 1, callFrame: { functionName: '(root)' } },
    { id: 2, parent: 1, callFrame: { functionName: '(idle)' } },
    { id: 3, parent: 1, callFrame: { functionName, url: SCRIPT, scriptId: 4, lineNumber: 0, columnNumber: 10 } },
  ];
  const devtools = {
    dataType: 'track-entry',
    track: 'oriel-infrastructure',
    trackGroup: 'Oriel',
    color: 'primary',
    properties: [['call', 'ff']],
  };
  const trace = traceOf(
    mark(PLAYER, 'oriel-profile:step:start', 1_000),
    task(PLAYER, 2_000, 9_000),
    span(PLAYER, 'RunTask', 2_000, 9_000),
    span(PLAYER, 'FunctionCall', 2_500, 8_000),
    ...profile(PLAYER, '0x1', 2_400, nodes('renderAll'), [
      [3, 200],
      [3, 4_000],
      [2, 4_000],
    ]),
    task(HOST, 2_000, 9_000),
    span(HOST, 'RunTask', 2_000, 9_000),
    // Each process numbers its profiles from 1.
    ...profile(HOST, '0x1', 2_400, nodes('embedAll'), [
      [3, 200],
      [3, 5_000],
      [2, 5_000],
    ]),
    task(INFRASTRUCTURE, 5_000, 7_000),
    span(INFRASTRUCTURE, 'RunTask', 5_000, 7_000),
    span(INFRASTRUCTURE, 'FunctionCall', 5_100, 6_000),
    ...profile(INFRASTRUCTURE, '0x2', 5_000, nodes('flushAll'), [
      [3, 300],
      [3, 3_000],
      [2, 3_000],
    ]),
    ...measure(INFRASTRUCTURE, 'infrastructure.flush', 5_200, 5_000, { devtools }),
    mark(PLAYER, 'oriel-profile:end', 20_000),
  );
  return readRun(trace, isPlayer, []);
}
