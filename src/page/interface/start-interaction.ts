import { loadLanguage } from '../language/load-language.ts';
import { Attention } from './attention/attention.ts';
import { watchAttention } from './attention/watch-attention.ts';
import { listenForContextMenu } from './touch/open-context-menu.ts';
import { listenForTouch } from './touch/touch.ts';
import { listenForKeys } from './keyboard/keyboard.ts';
import { KEY_ACTIONS } from './layout/key-table.ts';
import { followMediaSession } from './controls/system-controls.ts';
import { hasPictures } from './attention/has-pictures.ts';
import { handCaptionsOver } from './captions/native-captions.ts';
import { createFeatures, type Features } from './shared/features.ts';
import { closeLoadingPanel } from './panels/close-loading-panel.ts';
import { followFirstMore } from './panels/first-more.ts';
import { offerWindows } from './picture-in-picture/own-window-store.ts';
import { profilerPanel } from './profiler/profiler-panel.ts';
import { isRemote } from './remote/is-remote.ts';
import { resume } from './resume/resume.ts';
import { seekAccumulator } from './seek/seek-accumulator.ts';
import { soundEffects } from './sound/sound-effects.ts';
import { pointerKind } from './touch/pointer-kind.ts';
import type { GivenTools } from './tools.ts';

/**
 * Interaction without rendering: keys, touch, and the stores that follow viewer and player from the start; components create the other
 * stores. Loaded with the interface, after the first frame or at the first input; nothing on the page changes while a pointer is down.
 * `takeKeys` returns the keys pressed until now.
 */
export async function startInteraction(
  { page, playback: given }: GivenTools,
  takeKeys: () => readonly KeyboardEvent[],
): Promise<Features> {
  const { clock, media, root, bigPlay, parameters, presses, reportError } = page;
  const { player } = given;
  const document = root.ownerDocument;
  const window = document.defaultView ?? globalThis.window;
  const language = await loadLanguage(parameters.hl, window.navigator.languages);
  // The page still records keys while this code loads.
  const Remote = isRemote(parameters.remote, window.navigator.userAgent)
    ? await import('./remote/remote-control.ts').then(
        ({ RemoteControl }) => RemoteControl,
        (error: unknown) => void reportError(error),
      )
    : undefined;
  await presses.over();
  const early = takeKeys();
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
  // A page served as a plain file was rendered in English.
  root.ariaLabel = language.say('player');
  bigPlay.ariaLabel = language.say('play');

  const attention = new Attention({
    root,
    player,
    clock,
    hasPictures: () => hasPictures(media),
    isAway: !given.lateAttention.isShown(),
    reportError,
  });
  watchAttention(root, attention);
  given.lateAttention.arrive(attention);

  const features = createFeatures({ page, playback: { ...given, attention }, language });
  // Creating the store adds its listeners.
  features.get(pointerKind);
  features.get(resume).start();
  features.get(soundEffects);
  const left = Remote === undefined ? early : new Remote({ features, actions: KEY_ACTIONS }).start(early);
  if (!parameters.disablekb) listenForKeys({ features, actions: KEY_ACTIONS, early: left });
  listenForTouch(features);
  listenForContextMenu(features);
  followMediaSession({
    ...page,
    player,
    leap: (seconds) => features.get(seekAccumulator).add(seconds, clock.monotonicNow()),
  });
  handCaptionsOver(media);
  offerWindows(features);
  followFirstMore(features);
  const press = (): void => {
    if (closeLoadingPanel(features)) attention.expectClosingPress();
  };
  root.addEventListener('pointerdown', press, { capture: true, passive: true });
  loadHeartbeatOnDemand(features);
  if (parameters.profile) features.get(profilerPanel).open('address');
  return features;
}

/** Few videos require heartbeats, so their code is loaded with the first video that does (N23). */
function loadHeartbeatOnDemand({ page, playback }: GivenTools): void {
  const { player, control } = playback;
  const check = (): void => {
    if (player.getSnapshot().video.response?.heartbeat === undefined) return;
    stop();
    import('../player/follow-heartbeat.ts')
      .then(({ followHeartbeat }) => followHeartbeat({ ...page, player, control }))
      .catch(page.reportError);
  };
  const stop = player.subscribe(check);
  check();
}
