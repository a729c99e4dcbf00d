import { describeCombination } from '../script/combination.ts';
import { describeIntent } from '../script/script.ts';
import type { Observation } from '../browser/observe.ts';
import type { TrialResult } from '../browser/run-trial.ts';

/** Describes a lost trial: everything that is needed to understand and to repeat it. */
export function describeLoss({ script, faults, wanted, seen, trace }: TrialResult): string {
  const { seed, host, page, phases } = script;
  return [
    `lost: seed ${seed}, ${describeCombination(script)}, ${host} host, ${page.path}`,
    ...faults.map((fault) => `    ${fault}`),
    '  script',
    ...phases.flatMap((steps, index) => [
      ...(index === 0 ? [] : ['    at rest']),
      ...steps.map(({ atMs, intent }) => `    ${timeOf(atMs)} ${describeIntent(intent)}`),
    ]),
    `  wanted  ${wanted}`,
    `  seen    ${seen === null ? 'nothing' : describeSeen(seen)}`,
    '  trace',
    ...trace.map(({ atMs, text }) => `    ${timeOf(atMs)} ${text}`),
    `  again   npm run test:storm -- --seed ${seed} --trials 1`,
  ].join('\n');
}

function describeSeen({ element, told }: Observation): string {
  const sound = `volume ${element.volume}${element.muted ? ', muted' : ''}`;
  const captions = told.captionLanguage === null ? 'off' : 'on';
  return (
    `element ${element.paused ? 'paused' : 'plays'} at ${element.timeSeconds.toFixed(2)} s` +
    ` (ready ${element.readyState}${element.seeking ? ', seeking' : ''}), rate ${element.rate}, ${sound};` +
    ` told: state ${told.state}, ${told.videoId} at ${told.timeSeconds.toFixed(2)} s, captions ${captions}`
  );
}

const timeOf = (atMs: number): string => `${(atMs / 1_000).toFixed(3).padStart(7)} s`;
