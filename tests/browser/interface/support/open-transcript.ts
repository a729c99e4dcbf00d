import { onTestFinished } from 'vitest';
import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import { dockedTranscript } from '../../../../src/page/interface/transcript/transcript.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { panels } from '../../../../src/page/interface/panels/panels.ts';
import { openInterface, type OpenInterface } from './open-interface.ts';
import { until } from './until.ts';

/** Address of a WebVTT file with one cue every two seconds. */
export function captionsOf(texts: readonly string[]): string {
  const stamp = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 23);
  const cues = texts.map((text, index) => `${stamp(index * 2)} --> ${stamp(index * 2 + 2)}\n${text}\n`);
  const address = URL.createObjectURL(new Blob([['WEBVTT', ...cues].join('\n\n')], { type: 'text/vtt' }));
  onTestFinished(() => URL.revokeObjectURL(address));
  return address;
}

export const trackOf = (languageCode: string, name: string, url: string): CaptionTrack => ({
  ...{ url, languageCode, name, kind: 'captions', isDefault: false },
});

export const captionsWith = (tracks: readonly CaptionTrack[], active = -1): PlayerSnapshot['captions'] => ({
  ...{ tracks, active, hasFailed: false, moduleLoaded: false, fontSize: 0, cues: [] },
});

export const TEXTS = ['The sea <i>is</i> wide.', 'The sand is warm.', 'Every shell', 'has a song.', 'Good night.'];

/** The interface over a video of 600 s that has captions; the transcript is docked, or a sheet in a small frame. */
export async function openTranscript(
  form: 'docked' | 'sheet' = 'docked',
  patch: Partial<PlayerSnapshot> = {},
): Promise<OpenInterface> {
  const captions = captionsWith([trackOf('en', 'English', captionsOf(TEXTS))]);
  const opened = await openInterface({ durationSeconds: 600, captions, ...patch });
  opened.mount(opened.features);
  await until(() => opened.container.querySelectorAll('.control-bar').length).toBe(1);
  openIn(opened, form);
  await until(() => opened.container.querySelectorAll('.transcript-line').length).not.toBe(0);
  return opened;
}

function openIn({ features }: OpenInterface, form: 'docked' | 'sheet'): void {
  if (form === 'docked') features.get(dockedTranscript).open('transcript');
  else features.get(panels).open('transcript');
}

export const panelOf = ({ container }: OpenInterface) => container.querySelector<HTMLDialogElement>('.transcript');

export function listOf({ container }: OpenInterface): HTMLElement {
  const list = container.querySelector<HTMLElement>('.transcript-list');
  if (list === null) throw new Error('no transcript is open');
  return list;
}
