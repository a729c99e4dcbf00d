import { QUALITY_NAMES } from '../../../../protocol/host/player-info.ts';
import { DATA_SAVER_CHOICES } from '../../../../protocol/media/loading-limits.ts';
import type { EmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import { readFlag } from '../../../../protocol/page/parameter-values.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { HostCommand } from '../../host-messages/host-messages.ts';
import type { Player, PlayerControl, PlayerSnapshot } from '../../player/player.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import { FASTEST_PLAYBACK_RATE, SLOWEST_PLAYBACK_RATE } from '../../../../protocol/constants.ts';

/** A preference is written once it has been stable for this long; sliders send many values. */
const PREFERENCE_SAVE_DELAY_MS = 400;

/** Keys of the preference cookie (S9); all values are text, as in any cookie. */
type PreferenceKey = 'volume' | 'muted' | 'speed' | 'captions' | 'captionLanguage' | 'dataSaver' | 'maxQuality';

export interface KeepPreferencesOptions {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'onCommand' | 'lastSourceOf'>;
  readonly infrastructure: Pick<Infrastructure, 'readPreferences' | 'writePreference' | 'reportError'>;
  readonly clock: Clock;
  /** Parameters of the page's address: settings in the address are decisions of the host. */
  readonly query: URLSearchParams;
  readonly parameters: Pick<EmbedParameters, 'cc_lang_pref' | 'data_saver'>;
  readonly document: Pick<Document, 'hidden'> & EventTarget;
}

/**
 * The viewer's preferences, across visits and videos: volume, mute, speed, captions and their language (S9), the data saver and the
 * highest quality. Only the viewer's own choices are stored; the address and the host's commands take precedence. In a private embed, the
 * service keeps them only as long as the page (P10).
 */
export async function keepPreferences(options: KeepPreferencesOptions): Promise<void> {
  const { player, control, infrastructure, clock, document } = options;
  const values = new Map<PreferenceKey, string>();
  // Preferences that the viewer has chosen on this page.
  const chosen = new Set<PreferenceKey>();
  const unsaved = new Set<PreferenceKey>();
  let cancelSave: () => void = () => undefined;
  const save = (): void => {
    cancelSave();
    for (const key of unsaved) void infrastructure.writePreference(key, values.get(key) ?? null);
    unsaved.clear();
  };
  // A slider sends many values; only the last value is written.
  const keep = (key: PreferenceKey, value: string): void => {
    values.set(key, value);
    chosen.add(key);
    unsaved.add(key);
    cancelSave();
    cancelSave = clock.after(PREFERENCE_SAVE_DELAY_MS, save);
  };
  const restorer = new Restorer(options, values);
  control.onCommand(({ command, by }) => {
    if (by !== 'viewer') return;
    if (command.name === 'loadModule') restorer.restoreLanguage('viewer', chosen.has('captionLanguage'));
    remember(command, player.getSnapshot(), keep);
  });
  document.addEventListener('visibilitychange', () => document.hidden && save());

  const kept = await infrastructure.readPreferences();
  // A choice made in the meantime is newer.
  if (kept.ok)
    for (const [key, value] of Object.entries(kept.value))
      if (!chosen.has(key as PreferenceKey)) values.set(key as PreferenceKey, value);

  restorer.restoreSound();
  restorer.restoreDataSaver();
  restorer.follow();
  player.subscribe(() => restorer.follow());
}

function remember(
  { name, arguments: args }: HostCommand,
  { captions }: PlayerSnapshot,
  keep: (key: PreferenceKey, value: string) => void,
): void {
  if (name === 'mute' || name === 'unMute') keep('muted', name === 'mute' ? '1' : '0');
  else if (name === 'setVolume' && args[0] > 0) keep('volume', String(args[0]));
  else if (name === 'setDataSaver') keep('dataSaver', args[0]);
  else if (name === 'setMaxQuality') keep('maxQuality', args[0]);
  else if (name === 'setPlaybackRate') keep('speed', String(args[0]));
  else if (name === 'loadModule' || name === 'unloadModule' || name === 'setOption') {
    const languageCode = captions.tracks[captions.active]?.languageCode;
    keep('captions', languageCode === undefined ? '0' : '1');
    if (languageCode !== undefined) keep('captionLanguage', languageCode);
  }
}

class Restorer {
  readonly #options: KeepPreferencesOptions;
  readonly #values: ReadonlyMap<PreferenceKey, string>;
  #video: PlayerSnapshot['video'] | null = null;
  #tracks: PlayerSnapshot['captions']['tracks'] = [];

  constructor(options: KeepPreferencesOptions, values: ReadonlyMap<PreferenceKey, string>) {
    this.#options = options;
    this.#values = values;
  }

  restoreSound(): void {
    const volume = Number(this.#values.get('volume'));
    const isChosen = this.#isChosen('setVolume');
    if (!isChosen && volume > 0 && volume <= 100) this.#run({ name: 'setVolume', arguments: [volume] });
    const mayMute =
      readFlag(this.#options.query.get('mute')) === undefined && !this.#isChosen('mute') && !this.#isChosen('unMute');
    if (mayMute && this.#values.get('muted') === '1') this.#run({ name: 'mute', arguments: [] });
  }

  restoreDataSaver(): void {
    const choice = DATA_SAVER_CHOICES.find((one) => one === this.#values.get('dataSaver'));
    const isGiven = this.#options.parameters.data_saver !== undefined || this.#isChosen('setDataSaver');
    if (choice !== undefined && !isGiven) this.#run({ name: 'setDataSaver', arguments: [choice] });
    const quality = QUALITY_NAMES.find((name) => name === this.#values.get('maxQuality'));
    // Restored also after a command of the host: its limit applies in addition to the viewer's.
    if (quality !== undefined && this.#options.control.lastSourceOf('setMaxQuality') !== 'viewer')
      this.#run({ name: 'setMaxQuality', arguments: [quality] });
  }

  /** Each video starts at normal speed and without captions; the viewer's earlier choices are restored. */
  follow(): void {
    const { video, captions } = this.#options.player.getSnapshot();
    if (video !== this.#video && video.response !== null) {
      this.#video = video;
      this.#restoreSpeed(video.isLive);
    }
    if (captions.tracks !== this.#tracks) {
      this.#tracks = captions.tracks;
      if (captions.tracks.length > 0) this.#restoreCaptions();
    }
  }

  #restoreSpeed(isLive: boolean): void {
    const speed = Number(this.#values.get('speed'));
    // Browsers throw for unsupported speeds, and a cookie may hold any value.
    const isSpeed = speed >= SLOWEST_PLAYBACK_RATE && speed <= FASTEST_PLAYBACK_RATE;
    if (isLive || !isSpeed || this.#options.control.lastSourceOf('setPlaybackRate') === 'host') return;
    this.#run({ name: 'setPlaybackRate', arguments: [speed] });
  }

  #restoreCaptions(): void {
    const { player, control } = this.#options;
    const commands = ['loadModule', 'unloadModule', 'setOption'] as const;
    if (commands.some((name) => control.lastSourceOf(name) === 'host')) return;
    const isOn = player.getSnapshot().captions.active >= 0;
    if (!isOn && this.#values.get('captions') !== '1') return;
    if (!isOn) this.#run({ name: 'loadModule', arguments: ['captions'] });
    this.restoreLanguage('preference');
  }

  /**
   * Restores the language of captions that are on. A language that the video does not have is refused and changes nothing. After a press,
   * `by` is 'viewer': a command by 'preference' counts as earlier than every request on the page.
   */
  restoreLanguage(by: 'viewer' | 'preference', isChosenHere = false): void {
    const languageCode = this.#values.get('captionLanguage');
    if (languageCode === undefined || (this.#options.parameters.cc_lang_pref !== undefined && !isChosenHere)) return;
    this.#options.player.execute({ name: 'setOption', arguments: ['captions', 'track', { languageCode }] }, by);
  }

  #isChosen(name: HostCommand['name']): boolean {
    return this.#options.control.lastSourceOf(name) !== undefined;
  }

  #run(command: HostCommand): void {
    this.#options.player.execute(command, 'preference');
  }
}
