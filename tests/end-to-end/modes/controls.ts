import '../../../src/page/debug/inspect.ts';
import { ENGLISH } from '../../../src/page/language/english.ts';
import { openPanel, type Control } from './support/in-page/control.ts';

/** A press that has begun. */
interface Press {
  readonly before: unknown;
  readonly now: unknown;
  readonly control: Control;
}

/** What a press does, as the viewer or the host can observe it. */
export interface Effect {
  /** Read before the press, and again until it is done. */
  readonly probe: () => unknown;
  readonly isDone: (press: Press) => boolean;
  /** Key that it is pressed with, instead of a click. */
  readonly key?: string;
  /** Typed into a field. */
  readonly text?: string;
  /** Browsers ask for a press of the viewer. */
  readonly needsGesture?: true;
  /** Those with a number are pressed after all others, by number. */
  readonly order?: number;
  /** Comes and goes by itself, or with another control, so that it may not be there to be pressed. */
  readonly isFleeting?: true;
  /** Pressed whenever the video plays. */
  readonly pauses?: true;
  /** The provider deletes what was chosen. */
  readonly forgets?: true;
}

const changes = (probe: () => unknown): Effect => ({
  probe,
  isDone: ({ before, now }) => JSON.stringify(now) !== JSON.stringify(before),
});
const becomes = (probe: () => unknown, wanted: unknown): Effect => ({ probe, isDone: ({ now }) => now === wanted });
const opens = (panel: string): Effect => becomes(openPanel, panel);
const closes: Effect = becomes(openPanel, '');
/** From a page of a menu back to its list, or out of the menu. */
const leaves: Effect = changes(openPanel);
const matches = (probe: () => readonly string[], pattern: RegExp): Effect => ({
  probe,
  isDone: () => probe().some((text) => pattern.test(text)),
});
const copies = (pattern: RegExp): Effect => ({
  ...matches(() => window.walker.notes.copied, pattern),
  needsGesture: true,
});
/** From the very beginning there is no way back, and the player says the same. */
const goesBack: Effect = {
  probe: () => document.querySelector('video')?.currentTime,
  isDone: ({ before, now }) =>
    before === 0 ? window.walker.notes.said.some((text) => /10 sec/.test(text)) : now !== before,
};
const says = (pattern: RegExp): Effect => matches(() => window.walker.notes.said, pattern);
/** The walk requests its address. */
const leads: Effect = becomes(() => null, null);
/** Shows in a drawing alone, at which other tests look. */
const draws: Effect = leads;
const late = (order: number, effect: Effect): Effect => ({ ...effect, order });
const fleeting = (effect: Effect): Effect => ({ ...effect, isFleeting: true });
const byGesture = (effect: Effect): Effect => ({ ...effect, needsGesture: true });

const state = () => document.querySelector<HTMLElement>('#player')?.dataset['state'];
const seconds = () => document.querySelector('video')?.currentTime;
const videoId = () => window.oriel?.inspect().videoId;
const rate = () => document.querySelector('video')?.playbackRate;
const loudness = () => [
  document.querySelector('video')?.muted,
  document.querySelector<HTMLInputElement>('.volume-input')?.value,
];
const captionLook = () => document.querySelector('.style-sample')?.outerHTML;
/** What the control that was pressed says of itself. */
const ownState = () => {
  const { element } = window.walker;
  const names = ['aria-checked', 'aria-pressed', 'aria-label', 'aria-valuenow'];
  return [element?.textContent, ...names.map((name) => element?.getAttribute(name))];
};
const sharedText = () =>
  [...document.querySelectorAll<HTMLInputElement>('.share-field input, .share-field textarea')].map(
    ({ value }) => value,
  );
const isSelected = () => {
  const { value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
  return selectionStart === 0 && selectionEnd === value.length;
};
/** With what the service reports. */
const hasPrivacy = () => document.querySelector('.privacy-end') !== null;
const hasTranscript = () => document.querySelector('.transcript-line') !== null;
const transcriptText = () => document.querySelector('.transcript-list')?.textContent;
const hasProfiler = () => document.querySelector('.profiler') !== null;
const shownTab = () => document.querySelector('.profiler [aria-selected="true"]')?.textContent;
const profilerText = () => document.querySelector('.profiler [role="tabpanel"]')?.textContent;
const shownNotifications = () => document.querySelector('[data-row="notifications"] .menu-value')?.textContent;
const isChecked = () => window.walker.element?.getAttribute('aria-checked') === 'true';
/** The player says so later than the document, and closes panels then. */
const isFullscreen = () => document.querySelector('[data-icon="exitFullscreen"]') !== null;
const hasWindow = () => document.pictureInPictureElement !== null;
const isThere = () => {
  const { element } = window.walker;
  const [minutes = NaN, seconds = NaN] = (/\d+:\d+/.exec(element?.textContent ?? '')?.[0] ?? '').split(':').map(Number);
  return Math.abs((document.querySelector('video')?.currentTime ?? NaN) - minutes * 60 - seconds) < 1;
};
/** The host is told where the viewer looks. */
const turns: Effect = changes(() => window.readDirection());

/** Beside the video in a large frame, a page deeper in a small one. */
const ACTIONS: Readonly<Record<string, Effect>> = {
  [ENGLISH.subscribe]: late(1, changes(ownState)),
  [ENGLISH.notifications]: opens(`${ENGLISH.more} › ${ENGLISH.notifications}`),
  'Save to “Saved videos”': changes(ownState),
  [ENGLISH.opinion]: changes(ownState),
  [ENGLISH.report]: opens(`${ENGLISH.more} › ${ENGLISH.report}`),
  [ENGLISH.sectionSetStart]: fleeting(says(/^Loop starts at/)),
  // The video rests, so that both ends are one place.
  [ENGLISH.sectionSetEnd]: fleeting(says(/^Loop/)),
  [ENGLISH.sectionOff]: fleeting(says(/loop off/)),
  [ENGLISH.shortcuts]: opens(ENGLISH.shortcuts),
  [ENGLISH.stats]: becomes(hasProfiler, true),
  [ENGLISH.about]: opens(ENGLISH.about),
};

/** Those of this order and below come in a walk by themselves. */
export const LAST_ORDER = 9;

/** Where viewers choose what the service or the browser keeps, or sends. */
export const KEPT_PLACES: readonly string[] = [
  'Top',
  ENGLISH.more,
  `${ENGLISH.more} › ${ENGLISH.moreActions}`,
  `${ENGLISH.more} › ${ENGLISH.notifications}`,
  `${ENGLISH.more} › ${ENGLISH.report}`,
  ENGLISH.settings,
  `${ENGLISH.settings} › ${ENGLISH.moreSettings}`,
  `${ENGLISH.settings} › ${ENGLISH.dataUse}`,
  `${ENGLISH.settings} › ${ENGLISH.captions}`,
  ENGLISH.privacy,
];

/** Every control, by its place and its name. */
export const CONTROLS: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  Picture: { 'Right click': opens(ENGLISH.more), View: { ...turns, key: 'ArrowLeft' } },
  Title: { Video: leads, Author: leads },
  Poster: { [ENGLISH.play]: becomes(state, 'playing') },
  Top: {
    'Subscribe: Oriel': changes(ownState),
    'Subscribed: Oriel': changes(ownState),
    [ENGLISH.playlist]: opens(ENGLISH.playlist),
    [ENGLISH.share]: opens(ENGLISH.share),
    [ENGLISH.more]: opens(ENGLISH.more),
  },
  Corner: {
    'Resume at #': fleeting(changes(seconds)),
    [ENGLISH.startOver]: fleeting(changes(seconds)),
    [ENGLISH.unmute]: becomes(() => document.querySelector('video')?.muted, false),
  },
  [ENGLISH.controls]: {
    [ENGLISH.pause]: { ...becomes(state, 'paused'), pauses: true },
    [ENGLISH.play]: late(6, becomes(state, 'playing')),
    [ENGLISH.replay]: becomes(state, 'playing'),
    [ENGLISH.seek]: changes(seconds),
    [ENGLISH.mute]: changes(loudness),
    [ENGLISH.unmute]: changes(loudness),
    [ENGLISH.volume]: changes(loudness),
    [ENGLISH.timeLeft]: changes(ownState),
    Chapter: opens(ENGLISH.chapters),
    [ENGLISH.captions]: changes(ownState),
    [ENGLISH.settings]: opens(ENGLISH.settings),
    [ENGLISH.pictureInPicture]: byGesture(changes(hasWindow)),
    [ENGLISH.fullscreen]: byGesture(becomes(isFullscreen, true)),
    [ENGLISH.exitFullscreen]: becomes(isFullscreen, false),
    [ENGLISH.next]: late(7, changes(videoId)),
    [ENGLISH.previous]: late(8, changes(videoId)),
    [ENGLISH.live]: changes(seconds),
    'Back # seconds': goesBack,
    'Forward # seconds': changes(seconds),
  },
  [ENGLISH.more]: {
    // In small frames.
    [ENGLISH.close]: closes,
    [ENGLISH.mute]: changes(ownState),
    [ENGLISH.settings]: opens(ENGLISH.settings),
    [ENGLISH.share]: opens(ENGLISH.share),
    [ENGLISH.moreActions]: opens(`${ENGLISH.more} › ${ENGLISH.moreActions}`),
    [ENGLISH.playlist]: opens(ENGLISH.playlist),
    [ENGLISH.chapters]: opens(ENGLISH.chapters),
    [ENGLISH.transcript]: becomes(hasTranscript, true),
    ...ACTIONS,
    // Of the context menu alone.
    [ENGLISH.loop]: changes(ownState),
    [ENGLISH.copyLink]: copies(/\/embed\/orieldemo01/),
    'Copy link at #': copies(/\/embed\/orieldemo01/),
    [ENGLISH.copyEmbed]: copies(/^<iframe /),
    [ENGLISH.privacy]: becomes(hasPrivacy, true),
  },
  [`${ENGLISH.more} › ${ENGLISH.moreActions}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.moreActions}`]: leaves,
    [ENGLISH.pictureInPicture]: byGesture(changes(hasWindow)),
    // Some of them are done by then.
    ...Object.fromEntries(Object.entries(ACTIONS).map(([name, effect]) => [name, fleeting(effect)])),
    // A frame as small as that has no room for it.
    [ENGLISH.stats]: draws,
  },
  [`${ENGLISH.more} › ${ENGLISH.notifications}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.notifications}`]: leaves,
    [ENGLISH.notifications]: { probe: shownNotifications, isDone: ({ now, control }) => now === control.value },
  },
  [`${ENGLISH.more} › ${ENGLISH.report}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.report}`]: leaves,
    Reason: says(/your report was sent/),
  },
  [ENGLISH.settings]: {
    [ENGLISH.close]: closes,
    [ENGLISH.quality]: opens(`${ENGLISH.settings} › ${ENGLISH.quality}`),
    [ENGLISH.speed]: opens(`${ENGLISH.settings} › ${ENGLISH.speed}`),
    [ENGLISH.captions]: opens(`${ENGLISH.settings} › ${ENGLISH.captions}`),
    [ENGLISH.moreSettings]: opens(`${ENGLISH.settings} › ${ENGLISH.moreSettings}`),
  },
  [`${ENGLISH.settings} › ${ENGLISH.moreSettings}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.moreSettings}`]: leaves,
    [ENGLISH.dataUse]: opens(`${ENGLISH.settings} › ${ENGLISH.dataUse}`),
    [ENGLISH.audioOnly]: changes(() => document.querySelector('.listening-cover') !== null),
    [ENGLISH.sound]: opens(`${ENGLISH.settings} › ${ENGLISH.sound}`),
    [ENGLISH.loop]: changes(ownState),
    [ENGLISH.privacy]: becomes(hasPrivacy, true),
  },
  [`${ENGLISH.settings} › ${ENGLISH.quality}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.quality}`]: leaves,
    [ENGLISH.quality]: changes(() => window.oriel?.inspect().intents.quality),
  },
  [`${ENGLISH.settings} › ${ENGLISH.dataUse}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.dataUse}`]: leaves,
    [ENGLISH.dataSaver]: says(/^Data saver: /),
    [ENGLISH.maxQuality]: says(/^Limit quality to: /),
  },
  [`${ENGLISH.settings} › ${ENGLISH.sound}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.sound}`]: leaves,
    [ENGLISH.stableVolume]: changes(ownState),
    [ENGLISH.volumeBoost]: says(/^Volume boost: /),
  },
  [`${ENGLISH.settings} › ${ENGLISH.speed}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.speed}`]: leaves,
    [ENGLISH.slower]: changes(rate),
    [ENGLISH.faster]: changes(rate),
    [ENGLISH.speed]: changes(rate),
  },
  [`${ENGLISH.settings} › ${ENGLISH.captions}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.captions}`]: leaves,
    [ENGLISH.captionStyle]: opens(`${ENGLISH.settings} › ${ENGLISH.captionStyle}`),
    [ENGLISH.captions]: changes(() => window.oriel?.inspect().intents.captions),
  },
  [`${ENGLISH.settings} › ${ENGLISH.captionStyle}`]: {
    [ENGLISH.close]: fleeting(closes),
    [`Back: ${ENGLISH.captionStyle}`]: leaves,
    ...Object.fromEntries(
      [
        ENGLISH.font,
        ENGLISH.size,
        ENGLISH.textColour,
        ENGLISH.textOpacity,
        ENGLISH.backgroundColour,
        ENGLISH.backgroundOpacity,
        ENGLISH.windowOpacity,
        ENGLISH.edge,
      ].map((name) => [name, changes(captionLook)]),
    ),
    // Before it the window is transparent.
    [ENGLISH.windowColour]: late(1, changes(captionLook)),
    [ENGLISH.reset]: late(2, changes(captionLook)),
  },
  [ENGLISH.shortcuts]: {
    [ENGLISH.close]: closes,
    [ENGLISH.singleKeys]: changes(() => document.querySelectorAll('.shortcuts kbd').length),
  },
  [ENGLISH.about]: { [ENGLISH.close]: closes, [ENGLISH.notices]: leads },
  [ENGLISH.share]: {
    [ENGLISH.close]: closes,
    [ENGLISH.link]: becomes(isSelected, true),
    [ENGLISH.embedCode]: becomes(isSelected, true),
    [`Copy: ${ENGLISH.link}`]: copies(/\/embed\/orieldemo01/),
    [`Copy: ${ENGLISH.embedCode}`]: copies(/^<iframe /),
    'Start at #': changes(sharedText),
    [ENGLISH.startTime]: { ...changes(sharedText), text: '0:09' },
    [ENGLISH.wholePlaylist]: changes(sharedText),
    // Of the track that was chosen last.
    'Captions: English': fleeting(changes(sharedText)),
    'Captions: Español': fleeting(changes(sharedText)),
    [ENGLISH.autoplayMuted]: changes(sharedText),
    [ENGLISH.loop]: changes(sharedText),
    [ENGLISH.privateEmbed]: changes(sharedText),
    [ENGLISH.size]: changes(sharedText),
  },
  [ENGLISH.playlist]: {
    [ENGLISH.close]: closes,
    [ENGLISH.next]: late(7, changes(videoId)),
    [ENGLISH.previous]: late(8, changes(videoId)),
    Video: late(9, changes(videoId)),
  },
  [ENGLISH.chapters]: {
    [ENGLISH.close]: closes,
    Chapter: becomes(() => (document.querySelector('video')?.currentTime ?? 0) >= 21, true),
  },
  [ENGLISH.transcript]: {
    [ENGLISH.close]: late(1, becomes(hasTranscript, false)),
    [ENGLISH.language]: changes(transcriptText),
    [ENGLISH.transcriptSearch]: { ...changes(transcriptText), text: 'z' },
    [`Copy: ${ENGLISH.transcript}`]: copies(/^0:00 .+\n/),
    Line: becomes(isThere, true),
    [ENGLISH.backToNow]: {
      ...becomes(() => document.querySelector('.transcript-now') === null, true),
      isFleeting: true,
    },
  },
  [ENGLISH.privacy]: {
    [ENGLISH.close]: closes,
    'What may be stored': becomes(isChecked, true),
    Details: changes(() => document.querySelector('.privacy-details')?.ariaExpanded),
    Delete: fleeting(late(8, says(/^Deleted$/))),
    'Delete all': { ...fleeting(late(9, says(/^Deleted$/))), forgets: true },
  },
  [ENGLISH.stats]: {
    'Size of the panel': { ...changes(ownState), key: 'ArrowUp' },
    Threads: late(1, becomes(shownTab, 'Threads')),
    Workers: late(2, becomes(shownTab, 'Workers')),
    Stats: late(3, becomes(shownTab, 'Stats')),
    // The test closes the window, and with it the panel.
    Window: late(4, {
      ...byGesture(changes(() => window.countClosedWindows())),
      isDone: ({ before, now }) => now !== before && !hasProfiler(),
    }),
    [ENGLISH.close]: late(5, becomes(hasProfiler, false)),
  },
  'Stats view': {
    // Takes the keys of scrolling.
    'Scrolling part': draws,
    'Copy: Video': copies(/^orieldemo01$/),
    'Copy: Session': copies(/^[\da-f]{32}$/),
    'Measure memory': changes(profilerText),
    'Measure its cost': late(3, changes(profilerText)),
    Pause: changes(ownState),
    'Zoom in (+)': draws,
    'Zoom out (−)': draws,
    '# s, the newest (#)': draws,
    'Search spans by name': { ...changes(() => document.querySelector('.profiler-found')?.textContent), text: 'e' },
    Table: changes(ownState),
    Span: fleeting(changes(() => document.querySelector('.profiler-readout')?.textContent)),
    'Own calls': changes(ownState),
    Sums: changes(ownState),
    'Export trace': byGesture(changes(() => window.countDownloads())),
    'Copy as text': copies(/^## Playback/),
    Plot: { ...draws, key: '+' },
    'Worst frame (w)': draws,
    'Late, dropped or long frame before ([)': draws,
    'Next late, dropped or long frame (])': draws,
    'Frame before ({)': draws,
    'Next frame (})': draws,
    'Video frames': changes(ownState),
    'Compare (# s)': {
      ...becomes(() => /Comparing/.test(document.querySelector('.profiler-verdict')?.textContent ?? ''), true),
    },
    Stop: becomes(() => /Comparing/.test(document.querySelector('.profiler-verdict')?.textContent ?? ''), false),
  },
  [ENGLISH.rememberPlace]: {
    [ENGLISH.yes]: fleeting(late(LAST_ORDER + 1, says(/^Saved$/))),
    [ENGLISH.no]: fleeting(becomes(() => document.querySelector('.resume-question') === null, true)),
  },
  [ENGLISH.inPictureInPicture]: { [ENGLISH.bringBack]: becomes(hasWindow, false) },
  [ENGLISH.upNext]: {
    [ENGLISH.cancel]: becomes(() => document.querySelector('.up-next') === null, true),
    [ENGLISH.playNow]: late(1, changes(videoId)),
  },
  [ENGLISH.ended]: {
    [ENGLISH.share]: opens(ENGLISH.share),
    [ENGLISH.replay]: late(1, becomes(state, 'playing')),
    Suggestion: late(2, changes(videoId)),
  },
  Compass: { [ENGLISH.lookAround]: changes(() => document.querySelector('.look-pad') === null) },
  [ENGLISH.lookAround]: {
    [ENGLISH.turnLeft]: turns,
    [ENGLISH.turnRight]: turns,
    [ENGLISH.turnUp]: turns,
    [ENGLISH.turnDown]: turns,
    [ENGLISH.zoomIn]: turns,
    [ENGLISH.zoomOut]: turns,
    [ENGLISH.resetView]: late(1, turns),
    [ENGLISH.close]: late(
      2,
      becomes(() => document.querySelector('.look-pad') === null, true),
    ),
  },
  Error: {
    [ENGLISH.watchOn]: leads,
    [ENGLISH.copyDetails]: copies(/\w/),
  },
};
