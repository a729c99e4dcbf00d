import type { Frame, Page } from 'playwright';
import { STATE } from '../judge/judge.ts';
import type { Intent, Step } from '../script/script.ts';
import { sleep } from './await-rest.ts';
import { observe } from './observe.ts';

export interface Stage {
  readonly page: Page;
  readonly frame: Frame;
  /** Resolves when the player's document is parsed; earlier keys and raw messages would reach the document before it. */
  readonly parsed: Promise<void>;
  /** Resolves when the player's document has painted; earlier presses would reach the host page. */
  readonly painted: Promise<void>;
  readonly usesScript: boolean;
  /** Presses that could not be made, because their control is not shown in the present state. */
  readonly skipped: Set<Intent>;
}

/** Points inside the frame, which is in the top left corner of the host page. */
const PICTURE = { x: 90, y: 120 };
const MIDDLE = { x: 320, y: 180 };
/** Selectors of the controls, which a moving pointer shows once they have loaded. */
const CONTROLS = { bar: '.seek-input:enabled', 'play-button': '.control-bar button[aria-keyshortcuts="k"]' } as const;
const CONTROLS_TIMEOUT_MS = 12_000;
const CONTROLS_INTERVAL_MS = 100;
const CUED_TIMEOUT_MS = 2_000;

/** Performs the steps of viewer and host concurrently, each in their own order. Resolves when all steps are done. */
export async function perform(stage: Stage, steps: readonly Step[], startedAtMs: number): Promise<void> {
  const isOfHost = ({ intent }: Step): boolean => intent.by === 'host';
  const lane = async (own: readonly Step[]): Promise<void> => {
    for (const { atMs, intent } of own) {
      await sleep(startedAtMs + atMs - Date.now());
      await performOne(stage, intent);
    }
  };
  await Promise.all([lane(steps.filter(isOfHost)), lane(steps.filter((step) => !isOfHost(step)))]);
}

async function performOne(stage: Stage, intent: Intent): Promise<void> {
  if (intent.by === 'pointer') {
    await stage.painted;
    return press(stage, intent);
  }
  // The script of the API queues commands until the frame sends its first message.
  if (intent.by === 'key' || !stage.usesScript) await stage.parsed;
  return intent.by === 'key' ? stage.page.keyboard.press(intent.key) : command(stage, intent);
}

async function command({ page, frame }: Stage, intent: Extract<Intent, { by: 'host' }>): Promise<void> {
  const args =
    'args' in intent ? intent.args : [(await observe(page, frame)).told.seekable[1] - intent.behindLiveSeconds, true];
  await page.evaluate(([func, values]) => window.stormHost?.send(func, values), [intent.func, args] as const);
}

async function press(stage: Stage, intent: Extract<Intent, { by: 'pointer' }>): Promise<void> {
  const { page, skipped } = stage;
  if (intent.on === 'big-play') return page.mouse.click(MIDDLE.x, MIDDLE.y);
  if (intent.on === 'picture') return page.mouse.click(PICTURE.x, PICTURE.y);
  const box = await findControl(stage, CONTROLS[intent.on]);
  if (box === null) return void skipped.add(intent);
  const { x, y, width, height } = box;
  await page.mouse.click(x + width * (intent.on === 'bar' ? intent.share : 0.5), y + height / 2);
}

/** Moves the pointer until the control shows, which may be drawn again in between; `null` over a poster, which has no controls. */
async function findControl({ page, frame }: Stage, selector: string): Promise<Box | null> {
  const deadlineMs = Date.now() + CONTROLS_TIMEOUT_MS;
  let cuedSinceMs = Infinity;
  for (let move = 0; Date.now() < deadlineMs; move += 1) {
    await page.mouse.move(PICTURE.x + (move % 2), PICTURE.y);
    const box = await frame.evaluate(readBox, selector);
    if (box.width > 0) return box;
    const { told } = await observe(page, frame);
    cuedSinceMs = told.state === STATE.cued ? Math.min(cuedSinceMs, Date.now()) : Infinity;
    if (Date.now() - cuedSinceMs > CUED_TIMEOUT_MS) return null;
    await sleep(CONTROLS_INTERVAL_MS);
  }
  throw new Error(`${selector} is not there`);
}

function readBox(selector: string): Box {
  const { x = 0, y = 0, width = 0, height = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
  return { x, y, width, height };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
