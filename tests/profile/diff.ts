import { readFile } from 'node:fs/promises';
import { Report, REPORT_FORMAT } from '../../src/profile/report/schema/report.ts';
import { diffReports, type DiffRow } from './analysis/diff-reports.ts';
import { diffVerdict } from './analysis/diff-verdict.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { describeInterval } from './print.ts';

export interface DiffCommand {
  /** Paths of two reports. */
  readonly before: string;
  readonly after: string;
  /** Whether to print also the measures that differ by no more than chance. */
  readonly isWhole: boolean;
}

/** Compares two reports: prints the verdict, what was compared, and the measures that differ. */
export async function runDiff({ before: beforePath, after: afterPath, isWhole }: DiffCommand): Promise<ExitCode> {
  const [before, after] = [await readReport(beforePath), await readReport(afterPath)];
  const settings = diffReports(before, after);
  const rows = settings.flatMap((setting) => setting.rows);
  if (rows.length === 0) throw new Error('The reports have no slow-down and network in common, so nothing compares.');
  console.log(diffVerdict(settings));
  console.log(`First report:  ${describeOrigin(before)}, ${beforePath}`);
  console.log(`Second report: ${describeOrigin(after)}, ${afterPath}`);
  for (const note of differencesOf(before, after)) console.log(`Note: ${note}`);
  for (const { title, doubts, rows: ofSetting } of settings) {
    console.log(`\n${title}: the second report against the first`);
    for (const doubt of doubts) console.log(doubt);
    const shown = isWhole
      ? ofSetting
      : ofSetting.filter(({ verdict, isOfMain }) => isOfMain || verdict !== 'cannot tell');
    console.log(describeRows(shown).join('\n'));
    const left = ofSetting.length - shown.length;
    if (left > 0) console.log(`${left} more differ by no more than chance, or cannot be compared; --all prints them.`);
  }
  return rows.some(({ isOfMain, verdict }) => isOfMain && verdict === 'worse') ? EXIT.worse : EXIT.done;
}

const COMMIT_LENGTH = 12;

function describeOrigin({ madeAt, provenance: { commit, isModified } }: Report): string {
  const shown = /^[\da-f]+$/.test(commit) ? `commit ${commit.slice(0, COMMIT_LENGTH)}` : `commit ${commit}`;
  return `${shown}${isModified ? ' with changes' : ''}, made ${madeAt}`;
}

async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} cannot be read. Name the report.json of a run.`);
  });
  const parsed = Report.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${path} is no report of this version (${REPORT_FORMAT}): name the report.json that npm run profile has written.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Conditions that make figures differ although the player does not. */
function differencesOf({ provenance: before }: Report, { provenance: after }: Report): string[] {
  const kept = [
    ['browser', before.browser, after.browser],
    ['processor', before.processor, after.processor],
    ['cores', String(before.cores), String(after.cores)],
  ] as const;
  return kept
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `the ${name} differs (${one}, then ${other}), so the figures hardly compare.`);
}

function describeRows(rows: readonly DiffRow[]): string[] {
  const cells = [
    ['', 'variant', 'mean before', 'mean after', 'difference (95 %)', 'second report'],
    ...rows.map(({ title, variant, before, after, delta, verdict }) => [
      title,
      variant,
      before.toFixed(1),
      after.toFixed(1),
      describeInterval(delta),
      verdict,
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
