import { cpus } from 'node:os';
import type { Page } from 'playwright';
import { REPORT_FORMAT, REPORT_VERSION, type Report } from '../../src/profile/report/schema/report.ts';
import { launchBrowser } from '../end-to-end/support/browser.ts';
import { LIMITS, LIMITS_OF_FOUND_PAGES, VARIANT_DESCRIPTIONS } from './limits.ts';
import { SettingRuns } from './measure-setting.ts';
import type { ProfileOptions } from './options.ts';
import { writeReport, type OutputFile } from './output/write-report.ts';
import { describeSetting, Progress } from './print.ts';
import { DISCARDED_ROUNDS_MAX, TOO_MANY_DISCARDED, type ProfileResult } from './run-profile.ts';
import { slowDown } from './session/lab.ts';
import { startLoadWatch } from './session/load.ts';
import { readProvenance } from './session/provenance.ts';
import { recordTrace } from './session/record-trace.ts';
import type { SessionResult } from './session/run-session.ts';
import { expectedRounds, whyEnough } from './statistics/enough-rounds.ts';
import { CONFIDENCE } from './statistics/student.ts';

const FIND_TIMEOUT_MS = 30_000;
const VIEWPORT = { width: 1280, height: 720 };

/** Profiles a page that embeds Oriel, as it is. Opens it once to find the frame of the player, and then for each round. */
export async function runFoundPage(
  url: string,
  options: ProfileOptions,
  place: { readonly root: string; readonly mapFolders: readonly string[] },
): Promise<ProfileResult> {
  const browser = await launchBrowser();
  const open = async (): Promise<Page> => (await browser.newContext({ viewport: VIEWPORT })).newPage();
  const progress = new Progress();
  const settings: Report['settings'] = [];
  const traces: OutputFile[] = [];
  let runCount = 0;
  try {
    const playerUrl = await findPlayer(await open(), url);
    for (const slowdown of options.slowdowns) {
      const runs = await SettingRuns.open({
        slowdown,
        network: 'as it is',
        variants: ['found'],
        isPlayer: (frameUrl) => frameUrl === playerUrl,
        mapFolders: place.mapFolders,
      });
      try {
        let stopped: string | null = null;
        for (let round = 0; stopped === null; round += 1) {
          const measure = () => progress.time(async () => record(await open(), url, slowdown, options.seconds));
          await runs.addRound(
            ['found'],
            () => runCount++,
            measure,
            (run) => progress.show(run, slowdown, expectedRounds(runs.soFar(), options.rounds) - round - 1),
          );
          stopped = whyEnough(runs.soFar(), options.rounds);
          if (runs.discardedRounds() > DISCARDED_ROUNDS_MAX) stopped ??= TOO_MANY_DISCARDED;
        }
        const measured = await runs.finish({ throttle: [], calibration: [], stopped });
        settings.push(measured.setting);
        traces.push(...measured.traces);
        console.log(describeSetting(measured.setting, cpus().length));
      } finally {
        await runs.close();
      }
    }
    const report: Report = {
      format: REPORT_FORMAT,
      version: REPORT_VERSION,
      madeAt: new Date().toISOString(),
      session: 'found',
      confidence: CONFIDENCE,
      provenance: await readProvenance(place.root, browser, options.given),
      variants: [{ name: 'found', description: VARIANT_DESCRIPTIONS.found }],
      settings,
      limits: [...LIMITS_OF_FOUND_PAGES, ...LIMITS],
    };
    return { files: await writeReport(place.root, options.out, report, traces), isValid: true };
  } finally {
    await browser.close();
  }
}

/** Resolves with the address of the frame that is an Oriel player. */
async function findPlayer(page: Page, url: string): Promise<string> {
  await page.goto(url, { timeout: FIND_TIMEOUT_MS });
  const deadlineMs = performance.now() + FIND_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    for (const frame of page.frames()) {
      const isPlayer = await frame.evaluate(() => 'orielBoot' in window).catch(() => false);
      if (!isPlayer) continue;
      const found = frame.url();
      await page.context().close();
      return found;
    }
    await page.waitForTimeout(100);
  }
  throw new Error(
    `No frame of ${url} is an Oriel player. Name a page that has one when it has loaded, or the player itself.`,
  );
}

async function record(page: Page, url: string, slowdown: number, seconds: number): Promise<SessionResult> {
  const context = page.context();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const load = await startLoadWatch();
    const recording = await recordTrace(session);
    await page.goto(url, { waitUntil: 'commit' });
    // Frames of other sites have separate processes, which exist only after the navigation.
    await page.waitForLoadState();
    await slowDown(context, page, slowdown);
    await page.waitForTimeout(seconds * 1_000);
    const { trace, text, isComplete } = await recording.stop();
    return { trace, text, load: load.stop(), fault: isComplete ? null : 'the browser lost a part of the trace' };
  } finally {
    await context.close();
  }
}
