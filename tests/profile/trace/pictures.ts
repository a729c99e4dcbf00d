import * as z from 'zod';
import type { Picture } from '../../../src/profile/report/schema/timeline.ts';
import { isWithin, readArgs, type Stretch, type TraceEvent } from './trace-event.ts';

const ScreenshotArgs = z.object({ snapshot: z.string() });

/** At most 25 pictures a second during the start, and four a second later: each picture adds some 10 kB to the report. */
const START_US = 3_000_000;
const START_STEP_US = 40_000;
const LATER_STEP_US = 250_000;

/** Pictures of the whole page, as the browser takes them while it records, without pictures that show no change. */
export function picturesOf(events: readonly TraceEvent[], stretch: Stretch): Picture[] {
  const pictures: Picture[] = [];
  for (const event of events) {
    if (event.name !== 'Screenshot' || !isWithin(event, stretch)) continue;
    const snapshot = readArgs(event, ScreenshotArgs)?.snapshot;
    if (snapshot === undefined) continue;
    const atUs = Math.round(event.ts - stretch.fromUs);
    const image = `data:image/jpeg;base64,${snapshot}`;
    const last = pictures.at(-1);
    const stepUs = atUs <= START_US ? START_STEP_US : LATER_STEP_US;
    if (last !== undefined && (last.image === image || atUs - last.atUs < stepUs)) continue;
    pictures.push({ atUs, image });
  }
  return pictures;
}
