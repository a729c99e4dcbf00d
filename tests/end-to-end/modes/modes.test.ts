import type { Browser } from 'playwright';
import { expect } from 'vitest';
import '../../../src/page/debug/inspect.ts';
import { loadPrivacyWords } from '../../../src/page/interface/privacy/privacy-words.ts';
import { takeAway } from '../browsers/support/take-away.ts';
import { pressEveryKey } from '../everyone/support/key-effects.ts';
import { expectSeek } from '../everyone/support/keys.ts';
import { launchBrowserWithoutStorage } from '../reliability/support/real-browser.ts';
import type { Contexts } from '../support/contexts.ts';
import { infrastructureWorkers } from '../support/infrastructure-workers.ts';
import { waitForState } from '../support/player-page.ts';
import { openStaticPlayers } from '../support/static-players.ts';
import { test as base } from '../support/test.ts';
import type { HostSite } from '../support/host-site.ts';
import { KEPT_PLACES } from './controls.ts';
import { MODES, type Mode } from './modes.ts';
import { addWalker, openPlayer, type Visit } from './support/open-player.ts';
import { choosePreferences, CHOSEN, DEFAULTS, readPreferences } from './support/preferences.ts';

const sayPrivacy = await loadPrivacyWords({ code: 'en' });

const test = base
  .extend('files', { scope: 'file' }, async ({}, { onCleanup }) => {
    const host = await openStaticPlayers();
    onCleanup(() => host.stop());
    return { build: host.build, origin: `http://players.localhost:${host.port}` };
  })
  .extend('environment', { scope: 'file' }, ({ files }) => ({ ORIEL_BENCH: '1', ORIEL_PAGE_ORIGINS: files.origin }))
  // Address of the players of a mode, and its browser: what only one mode needs is made for that one, once.
  .extend('playersOf', { scope: 'file' }, ({ files, server }) => {
    let isBuilt = false;
    return ({ isStatic }: Mode): string => {
      if (isStatic !== true) return server.playerOrigin;
      if (!isBuilt) files.build('--provider', `http://api.localhost:${server.port}`, '--with-credentials');
      isBuilt = true;
      return files.origin;
    };
  })
  .extend('browserOf', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    let withoutStorage: Promise<Browser> | undefined;
    onCleanup(async () => (await withoutStorage)?.close());
    return async ({ refusesStorage }: Mode): Promise<Browser> =>
      refusesStorage === true ? (withoutStorage ??= launchBrowserWithoutStorage()) : browser;
  });

interface Tools {
  readonly contexts: Contexts;
  readonly site: HostSite;
  readonly playersOf: (mode: Mode) => string;
  readonly browserOf: (mode: Mode) => Promise<Browser>;
}

const ROWS = MODES.map((mode) => [mode.name, mode] as const);

test.for(ROWS)(
  'what is chosen works, is kept as far as it may be, and nothing is reported: %s',
  async ([, mode], { contexts, site, playersOf, browserOf }) => {
    const walk = ({ frame }: Visit) => frame.evaluate((places) => window.walker.crawl(places), KEPT_PLACES);
    await visitTwice(mode, { contexts, site, playersOf, browserOf }, walk);
  },
);

// A walk through everything takes half a minute.
test.for(ROWS)(
  'everything that is offered works, and nothing is reported: %s',
  { tags: ['thorough'] },
  async ([, mode], { contexts, site, playersOf, browserOf }) => {
    const walk = async (visit: Visit): Promise<void> => {
      await pressKeys(visit);
      await visit.frame.evaluate(() => window.walker.crawl());
      await goThroughStates(visit);
      expect(await visit.frame.evaluate(() => window.walker.neverFound())).toEqual(mode.lacks ?? []);
    };
    await visitTwice(mode, { contexts, site, playersOf, browserOf }, walk);
  },
);

/** A visit in which `walk` goes through the player, then choices are made, and another one, which has what may be kept. */
async function visitTwice(
  mode: Mode,
  { contexts, site, playersOf, browserOf }: Tools,
  walk: (visit: Visit) => Promise<void>,
): Promise<void> {
  const browser = await browserOf(mode);
  const context = await contexts.open(browser, {
    // Errors of robots are not reported (E6).
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    viewport: { width: 680, height: 400 },
    reducedMotion: 'reduce',
  });
  const players = playersOf(mode);
  if (mode.without !== undefined) await takeAway(context, mode.without);
  await mode.prepare?.(context);
  await addWalker(context);
  const open = (query: string): Promise<Visit> =>
    openPlayer(context, {
      site,
      players,
      query: query + (mode.query ?? ''),
      frame: mode.frame ?? '',
      expects: mode.expects,
    });
  const first = await open('&mute=1');
  await begin(first, mode);
  await walk(first);
  expect(await first.frame.evaluate(() => window.walker.neverPressed())).toEqual([]);
  await giveConsent(first, mode);
  await choosePreferences(first);
  expect(await readPreferences(first)).toEqual(CHOSEN);
  if (mode.keeps !== 'nothing')
    await expect
      .poll(() => first.frame.evaluate(() => document.cookie))
      .toMatch(/maxQuality=large.*volume=95|volume=95.*maxQuality=large/);
  expect(await first.faults()).toEqual([]);
  await first.page.close();

  const second = await open('&autoplay=1');
  await waitForState(second.frame, 'playing');
  // By the host: a viewer is asked once whether places may be kept, at a pause whose place depends on how fast this machine is.
  await second.page.evaluate('player.pauseVideo()');
  await waitForState(second.frame, 'paused');
  // Where a worker is refused without a word, the service begins after some seconds.
  await second.frame.waitForFunction(() => window.oriel?.inspect().infrastructure.mode !== null);
  await expect.poll(() => readPreferences(second)).toEqual(keptIn(mode));
  await savePlace(second, mode);
  expect(await second.faults()).toEqual([]);
}

/** Plays, as the mode has it, and rests in the middle of the video. */
async function begin(visit: Visit, mode: Mode): Promise<void> {
  const { page, frame } = visit;
  await waitForState(frame, 'cued');
  await frame.evaluate(() => window.walker.go('Play'));
  await mode.begin?.(visit);
  // Sound is offered while a video plays, and the first press on Pause can come before the offer has loaded.
  await frame.evaluate(() => window.walker.go('Pause', 'Play', 'Corner | Unmute', 'Pause', 'Mute'));
  const seen = async () => {
    const { engine, infrastructure } = await frame.evaluate(() => window.oriel?.inspect() ?? Promise.reject());
    const hasWorker = infrastructureWorkers(page).length > 0;
    const service = infrastructure.mode !== null && (hasWorker ? 'worker' : 'inline');
    return { engine, service, storage: infrastructure.storage };
  };
  await expect.poll(seen).toEqual(mode.seen);
}

/** Each key of the player. */
async function pressKeys({ frame }: Visit): Promise<void> {
  // With the focus in the frame, and on no control.
  await frame.evaluate(() => {
    const control = document.querySelector<HTMLElement>('.bar-play');
    control?.focus();
    control?.blur();
  });
  await pressEveryKey(frame);
  await expectSeek(frame, '5', () => 14);
}

/** What is offered in other states, and to other viewers. */
async function goThroughStates({ page, frame }: Visit): Promise<void> {
  const host = (script: string): Promise<unknown> => page.evaluate(`void player.${script}`);
  const crawl = (): Promise<void> => frame.evaluate(() => window.walker.crawl());
  const press = (pointerType: 'touch' | 'mouse') =>
    frame.evaluate(
      (options) => document.querySelector('#player')?.dispatchEvent(new PointerEvent('pointerdown', options)),
      { pointerType },
    );
  const unpressedCount = () => frame.evaluate(() => window.walker.neverPressed().length);
  /** A press may lead out of a state, which is reached again for what else it offers. */
  const crawlIn = async (reach: () => Promise<unknown>): Promise<void> => {
    let before = Infinity;
    let left = Infinity;
    do {
      before = left;
      await reach();
      await crawl();
      left = await unpressedCount();
    } while (left > 0 && left < before);
  };
  await crawlIn(async () => {
    await host(`loadPlaylist({ list: 'PLorieldemolist001', index: 0 })`);
    await frame.waitForFunction(() => window.oriel?.inspect().videoId === 'orieldemo01');
    await waitForState(frame, 'playing');
    await host('seekTo(25, true)');
    await frame.waitForSelector('.up-next');
  });
  await crawlIn(async () => {
    await host(`loadVideoById('orieldemo01', 27.5)`);
    await frame.waitForSelector('.end-screen');
  });
  await crawlIn(async () => {
    await host(`loadVideoById('orielsphere')`);
    await frame.waitForSelector('canvas.sphere[tabindex]');
  });
  await crawlIn(async () => {
    await host(`loadVideoById('oriellive01')`);
    await frame.waitForSelector('.live');
  });
  await host(`loadVideoById('orieldemo01')`);
  await crawlIn(async () => {
    await press('touch');
    await frame.waitForSelector('.centre-controls');
  });
  await press('mouse');
  const resize = (width: number, height: number): Promise<void> =>
    page.locator('#player').evaluate((element, size) => void Object.assign(element, size), { width, height });
  // Here a transcript beside the picture becomes a panel.
  await resize(200, 112);
  await frame.waitForFunction(() => innerWidth === 200);
  await crawl();
  await crawlIn(() => frame.evaluate(() => window.walker.go('More')));
  await resize(640, 360);
  await frame.evaluate(async () => {
    if (document.pictureInPictureElement === null) await window.walker.go('Picture-in-picture');
    await window.walker.go('Return to player');
  });
  for (const id of ['orielblockd', 'unknown0000']) {
    await host(`loadVideoById('${id}')`);
    await frame.waitForSelector('.error-card');
    await crawl();
  }
  await host(`loadVideoById('orieldemo01', 15)`);
  await crawl();
}

/** The panel says so, by the level that viewer and page allow. */
async function giveConsent({ page, frame }: Visit, mode: Mode): Promise<void> {
  const level = () => frame.evaluate(() => document.querySelector('.privacy > p')?.textContent);
  // The walk has left another choice, which outweighs the host.
  const way = ['Right click', 'Privacy', ...(mode.isPrivate === true ? [] : ['Site default'])];
  await frame.evaluate((names) => window.walker.go(...names), way);
  for (const consent of ['functional', 'strict'] as const) {
    await page.evaluate(`void player.setConsent('${consent}')`);
    await expect.poll(level).toBe(sayPrivacy(mode.isPrivate === true ? 'none' : consent));
  }
  await frame.evaluate(() => window.walker.leave());
}

function keptIn({ keeps }: Mode): typeof CHOSEN {
  if (keeps === 'nothing') return DEFAULTS;
  // Sound effects and looks of captions are in local storage.
  return keeps === undefined ? CHOSEN : { ...CHOSEN, sound: DEFAULTS.sound, captionSize: DEFAULTS.captionSize };
}

/** A viewer who leaves off in the middle is asked, where the answer can be kept. */
async function savePlace({ frame }: Visit, mode: Mode): Promise<void> {
  await expectSeek(frame, '5', () => 14);
  await frame.evaluate(() => window.walker.go('Play', 'Pause'));
  if (mode.keeps !== undefined) {
    // The panel asks the same service, so the question would be there before it.
    await frame.evaluate(() => window.walker.go('Right click', 'Privacy'));
    return void expect(await frame.locator('.resume-question').count()).toBe(0);
  }
  await frame.evaluate(() => window.walker.go('Yes'));
  await frame.evaluate(() => window.walker.go('Right click', 'Privacy'));
  await expect
    .poll(() => frame.locator('[role="radio"][aria-checked="true"] .menu-label').textContent())
    .toBe(sayPrivacy('choiceFunctional'));
  return undefined;
}
