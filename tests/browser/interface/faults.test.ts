import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import type { Features } from '../../../src/page/interface/shared/features.ts';
import type { WordKey } from '../../../src/page/language/word.ts';
import type { Language } from '../../../src/page/language/language.ts';
import { openInterface as startInterface } from '../../../src/page/interface/open-interface.ts';
import { EVERYTHING } from './support/everything.ts';
import { openInterface } from './support/open-interface.ts';
import { expectPlayback, expectPointer, REAL_HANDS } from './support/playback.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(900, 500));

function saying(features: Features, say: Language['say']): Features {
  return { ...features, language: { ...features.language, say } };
}

/** A language that lacks some texts, and throws when they are requested. */
function withoutWords(features: Features, ...missing: readonly WordKey[]): Features {
  const { say } = features.language;
  return saying(features, (key, values) => {
    if (missing.includes(key)) throw new Error(`no word for ${key}`);
    return say(key, values);
  });
}

test('a seek bar that throws for want of a label is replaced by a plain slider that seeks, labelled in English', async () => {
  const opened = await openInterface();
  opened.mount(withoutWords(opened.features, 'seek'));
  await until(() => opened.reports).toEqual([{ message: 'no word for seek', feature: 'seekBar' }]);
  expect(opened.container.querySelector('.plain-seek')?.ariaLabel).toBe('Seek');
  await expectPlayback(opened, REAL_HANDS);
});

test('a play button that throws for want of a label is replaced by a plain button, labelled in English', async () => {
  const opened = await openInterface();
  opened.mount(withoutWords(opened.features, 'play'));
  await until(() => opened.reports).toEqual([{ message: 'no word for play', feature: 'playButton' }]);
  expect(opened.container.querySelector('.plain-play')?.textContent).toBe('Play');
  await expectPlayback(opened, REAL_HANDS);
});

test('cues beside and after a cue that throws while it is drawn are still drawn', async () => {
  const opened = await openInterface({ ...EVERYTHING, spherical: {} });
  opened.mount(opened.features);
  const { container, player, reports } = opened;
  const { captions } = player.getSnapshot();
  const lines = () => [...container.querySelectorAll('.caption-line')].map(({ textContent }) => textContent);
  await until(lines).toEqual(['Four small worlds']);
  const damaged = Object.assign(new VTTCue(0, 1, 'Damaged'), {
    getCueAsHTML: () => {
      throw new Error('damaged cue');
    },
  });
  player.set({ captions: { ...captions, cues: [damaged, new VTTCue(0, 1, 'Beside it')] } });
  await until(lines).toEqual(['Beside it']);
  player.set({ captions: { ...captions, cues: [new VTTCue(1, 2, 'After it')] } });
  await until(lines).toEqual(['After it']);
  expect(reports).toEqual([{ message: 'damaged cue', feature: 'cue' }]);
});

test('plain controls play, pause and seek if the interface cannot start', async () => {
  const opened = await openInterface();
  const { container, given, player, reports } = opened;
  const takeEarlyKeys = (): never => {
    throw new Error('no keys');
  };
  await startInterface(container, given, takeEarlyKeys);
  await until(() => container.querySelector('.plain-play')?.textContent).toBe('Play');
  await expectPointer(opened, REAL_HANDS);
  player.set({ error: { code: 'net.connect', title: 'No connection', advice: '', retryable: true } });
  await until(() => container.textContent).toBe('No connectionTry again');
  expect(reports).toEqual([{ message: 'no keys', feature: undefined }]);
});

test('an event handler that throws leaves the interface working, and its error is reported once', async () => {
  const opened = await openInterface();
  const { container, player, features } = opened;
  opened.mount(features);
  await until(() => container.querySelector('.volume-input')).not.toBeNull();
  const uncaught: unknown[] = [];
  const note = ({ error }: ErrorEvent): unknown => uncaught.push(error);
  window.addEventListener('error', note);
  onTestFinished(() => window.removeEventListener('error', note));
  const obey = player.response;
  player.response = (command) => {
    if (command.name === 'mute') throw new Error('mute failed');
    return obey(command);
  };
  await userEvent.click(container.querySelector('[data-icon="volumeHigh"]') ?? container);
  expect(uncaught).toEqual([new Error('mute failed')]);
  expect(opened.reports).toEqual([]);
  await expectPlayback(opened, REAL_HANDS);
});
