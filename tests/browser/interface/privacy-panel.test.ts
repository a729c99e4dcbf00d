import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ENTRY_PREFIX, JOURNAL_PREFIX, LOG_DATABASE_PREFIX } from '../../../protocol/privacy/stored-names.ts';
import { drawn, find, nextFrame, textsOf } from './support/elements.ts';
import { chosenTexts, focusedName, panelName, radioTexts, rowOf, waitUntilClosed } from './support/panel-parts.ts';
import {
  contacts,
  eraseButton,
  headings,
  openPrivacy,
  outcomeText,
  paragraphs,
  names,
  stored,
} from './support/privacy-parts.ts';
import { until } from './support/until.ts';

const POSITIONS = `${ENTRY_PREFIX}positions`;
const LOGS = `${LOG_DATABASE_PREFIX}oriel`;

function store(name: string, value = '1'): void {
  localStorage.setItem(name, value);
}

test.each([
  ['strict', 'This player doesn’t identify you.'],
  ['functional', 'This site may remember where you left off and recognize you here.'],
  ['measured', 'This site may recognize you here, including for statistics and ads.'],
] as const)('at the level %s the panel begins with the meaning of the level', async (level, words) => {
  await openPrivacy({ level });
  expect([paragraphs()[0], headings()]).toEqual([
    words,
    ['What may be stored', 'Stored on this device', 'Servers contacted'],
  ]);
});

test('the panel of a private embed states that it stores nothing, and has no choice', async () => {
  await openPrivacy({ level: 'none', ceiling: 'none', objects: true });
  expect(paragraphs()[0]).toBe('This player stores nothing on this device.');
  expect([headings()[0], radioTexts()]).toEqual(['Stored on this device', []]);
  expect(paragraphs().join()).not.toContain('Global Privacy Control');
});

test.each([true, false])('the panel states whether the browser asks sites not to track: %s', async (objects) => {
  await openPrivacy({ objects });
  expect(paragraphs().some((words) => words.includes('Global Privacy Control'))).toBe(objects);
});

test('without a choice of the viewer the site decides, and a choice is the viewer’s from then on', async () => {
  const { infrastructure } = await openPrivacy();
  expect([radioTexts(), chosenTexts()]).toEqual([
    [
      'Site defaultOnly what’s needed',
      'Only what’s neededStores only your choices, plus usage data waiting to be sent.',
      'Remember me+ Where you left off, ID for your subscriptions and likes',
      'Also statistics and ads+ Visitor ID for ads',
    ],
    ['Site defaultOnly what’s needed'],
  ]);
  infrastructure.report = { ...infrastructure.report, choice: 'functional', level: 'functional' };
  await userEvent.click(rowOf('Remember me'));
  await until(() => chosenTexts()[0]).toContain('Remember me');
  expect(paragraphs()[0]).toContain('remember where you left off');
  infrastructure.report = { ...infrastructure.report, choice: null, level: 'strict' };
  await userEvent.click(rowOf('Site default'));
  await until(() => chosenTexts()[0]).toContain('Site default');
  expect(infrastructure.written.map(([, choice]) => choice)).toEqual(['functional', null]);
  expect(panelName()).toBe('Privacy');
});

test('the site’s default is named where the viewer has chosen something else', async () => {
  await openPrivacy({ choice: 'strict', level: 'strict', siteDefault: 'functional' });
  expect(radioTexts()[0]).toBe('Site defaultRemember me');
});

test('stored items are listed once a kind, with their lifetime; names are behind a button', async () => {
  store(POSITIONS, '{}');
  store('oriel-of-another-script');
  store(`${JOURNAL_PREFIX}oriel|1|5`);
  await openPrivacy({
    databases: [{ name: LOGS, stores: { events: 3, requests: 2 } }],
    cookies: ['__Host-oriel-visitor', '__Host-oriel-preferences'],
  });
  expect(stored()).toEqual([
    ['Your settings: sound, speed, captions, privacy', 'Up to 400 days'],
    ['ID for your subscriptions and likes', 'Up to 30 days'],
    ['Usage data waiting to be sent', 'Until sent (up to 30 days)'],
    ['Where you left off', 'Up to 360 days'],
  ]);
  expect([names(), find('.privacy').textContent.includes(LOGS)]).toEqual([[], false]);
  find('.privacy-details').click();
  await until(names).toEqual(
    expect.arrayContaining([LOGS, POSITIONS, 'oriel-of-another-script', '__Host-oriel-visitor']),
  );
  expect(textsOf('.privacy-list li:has([data-kind="database"])')).toEqual([`${LOGS}5 entries`]);
  expect(headings()).toContain('Read from this device');
  find('.privacy-details').click();
  await until(names).toEqual([]);
});

test('a deletion removes all items of a kind, on the device and in the list, and is announced', async () => {
  store(POSITIONS);
  const { infrastructure } = await openPrivacy({ databases: [{ name: LOGS, stores: { events: 3 } }] });
  await userEvent.click(eraseButton('Where you left off'));
  await until(outcomeText).toBe('Deleted');
  expect([localStorage.getItem(POSITIONS), stored().map(([title]) => title)]).toEqual([
    null,
    ['Usage data waiting to be sent'],
  ]);
  await userEvent.click(eraseButton('Usage data waiting to be sent'));
  await until(stored).toEqual([]);
  expect(infrastructure.requests.flatMap(({ erase = [] }) => erase)).toEqual([POSITIONS, LOGS]);
});

test('a deletion by keyboard moves the focus to the next item, and after the last item to “Details”', async () => {
  store(POSITIONS);
  const { root } = await openPrivacy({ databases: [{ name: LOGS, stores: { events: 3 } }] });
  eraseButton('Usage data waiting to be sent').focus();
  await userEvent.keyboard('{Enter}');
  await until(() => stored().map(([title]) => title)).toEqual(['Where you left off']);
  await until(focusedName).not.toBe('Delete: Usage data waiting to be sent');
  expect(root.querySelector('dialog')?.contains(document.activeElement)).toBe(true);
  expect(focusedName()).toMatch(/^Delete/);
  find('.privacy-end button').focus();
  await userEvent.keyboard('{Enter}');
  await until(() => drawn('.privacy-end button')).toEqual([]);
  await until(focusedName).toBe('Details');
});

test('an item that cannot be deleted stays in the list, and the viewer learns of it', async () => {
  const { infrastructure } = await openPrivacy({ cookies: ['__Host-oriel-visitor'] });
  const { isErased } = infrastructure;
  infrastructure.isErased = () => false;
  await userEvent.click(eraseButton('ID for your subscriptions and likes'));
  await until(outcomeText).toBe('Couldn’t be deleted');
  expect(stored()).toHaveLength(1);
  infrastructure.isErased = isErased;
  await userEvent.click(eraseButton('ID for your subscriptions and likes'));
  await until(outcomeText).toBe('Deleted');
});

test('all items are deleted by one button, which is removed with the last item', async () => {
  store(POSITIONS);
  const { infrastructure } = await openPrivacy({ databases: [{ name: LOGS, stores: {} }] });
  await userEvent.click(find('.privacy-end button'));
  await until(outcomeText).toBe('Deleted');
  expect([stored(), localStorage.getItem(POSITIONS)]).toEqual([[], null]);
  expect(infrastructure.requests.flatMap(({ erase = [] }) => erase)).toEqual(expect.arrayContaining([POSITIONS, LOGS]));
  expect(drawn('.privacy-end button')).toEqual([]);
  expect(paragraphs()).toContain('Nothing is stored.');
  expect(infrastructure.requests.filter(({ erasesViewer }) => erasesViewer === true)).toHaveLength(1);
});

test('a deletion of one item sends the provider nothing; with all items, a failure of the provider is shown', async () => {
  store(POSITIONS);
  const { infrastructure } = await openPrivacy({ databases: [{ name: LOGS, stores: {} }] });
  const asked = (): number => infrastructure.requests.filter(({ erasesViewer }) => erasesViewer === true).length;
  await userEvent.click(eraseButton('Where you left off'));
  await until(outcomeText).toBe('Deleted');
  expect(asked()).toBe(0);
  infrastructure.report = { ...infrastructure.report, isErased: false };
  await userEvent.click(find('.privacy-end button'));
  await until(outcomeText).toBe('Couldn’t be deleted');
  expect(asked()).toBe(1);
});

test('each origin is listed once, with all purposes of its requests', async () => {
  await openPrivacy({
    contacts: [
      { origin: 'https://media.example', purpose: 'video' },
      { origin: 'https://media.example', purpose: 'captions' },
      { origin: 'https://media.example', purpose: 'adStatus' },
      { origin: 'https://ads.example', purpose: 'adStatus' },
    ],
  });
  const others = contacts().filter(([origin]) => origin !== location.host);
  expect(others).toEqual([
    ['ads.example', 'Ad availability'],
    ['media.example', 'Captions · Video and sound'],
  ]);
  expect(contacts().filter(([origin]) => origin === location.host)).toHaveLength(1);
});

test('the lists follow changes while the panel is open, every second, and leave the focus where it is', async () => {
  store(POSITIONS);
  const { clock, infrastructure } = await openPrivacy();
  eraseButton('Where you left off').focus();
  infrastructure.report = { ...infrastructure.report, databases: [{ name: LOGS, stores: { events: 1 } }] };
  await clock.advance(1_000);
  await until(() => stored().length).toBe(2);
  find('.privacy-details').click();
  eraseButton('Where you left off').focus();
  infrastructure.report = { ...infrastructure.report, databases: [{ name: LOGS, stores: { events: 9 } }] };
  await clock.advance(1_000);
  await until(() => textsOf('.privacy-list li:has([data-kind="database"])')).toEqual([`${LOGS}9 entries`]);
  expect(focusedName()).toBe('Delete: Where you left off');
});

test('a closed privacy panel sends the service no more requests', async () => {
  const { clock, infrastructure } = await openPrivacy();
  await userEvent.keyboard('{Escape}');
  await waitUntilClosed();
  const before = infrastructure.requests.length;
  await clock.advance(10_000);
  expect(infrastructure.requests.length).toBe(before);
});

test('the privacy panel can be closed while the service does not respond, and fills once it responds', async () => {
  const { clock, infrastructure } = await openPrivacy({}, { isRunning: false });
  await until(() => infrastructure.requests.length).toBe(1);
  expect([panelName(), focusedName(), headings()]).toEqual(['Privacy', 'Close', []]);
  infrastructure.failing.clear();
  await until(async () => {
    await clock.advance(1_000);
    return headings();
  }).toContain('Servers contacted');
});

test('the panel announces once that it loads, words and report alike', async () => {
  const seen = new Set<Element>();
  const check = (): void => {
    for (const status of document.querySelectorAll('dialog.privacy > [role="status"]:not(.panel-notice)'))
      seen.add(status);
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  const { infrastructure } = await openPrivacy({}, { isRunning: false });
  await until(() => infrastructure.requests.length).toBeGreaterThan(0);
  await nextFrame();
  expect([...seen].map(({ isConnected }) => isConnected)).toEqual([true]);
});

test('the texts are in the language of the player, days with its plural', async () => {
  store(POSITIONS);
  await openPrivacy({}, { hl: 'de', title: 'Datenschutz' });
  expect(paragraphs()[0]).toBe('Du wirst hier nicht wiedererkannt.');
  expect(
    stored()
      .map(([, lifetime]) => lifetime)
      .join(),
  ).toContain('360 Tage');
});
