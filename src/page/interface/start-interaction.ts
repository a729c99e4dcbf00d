import { LocalEntries } from '../infrastructure/viewer/local-entries.ts';
import { loadLanguage } from '../language/load-language.ts';
import { Attention } from './attention/attention.ts';
import { watchAttention } from './attention/watch-attention.ts';
import { ViewerStateStore } from './opinions/viewer-state-store.ts';
import { CaptionStyleStore } from './captions/caption-style-store.ts';
import { FrameStepper } from './seek/frame-stepper.ts';
import { listenForContextMenu } from './touch/open-context-menu.ts';
import { listenForTouch } from './touch/touch.ts';
import { listenForKeys } from './keyboard/keyboard.ts';
import { followMediaSession } from './controls/system-controls.ts';
import { handCaptionsOver } from './captions/native-captions.ts';
import { Features } from './shared/features.ts';
import { Notices } from './shared/notices.ts';
import { Panels } from './panels/panels.ts';
import { Resume } from './resume/resume.ts';
import { SectionLoop } from './seek/section-loop.ts';
import { SeekDrag } from './seek/seek-drag.ts';
import { SeekAccumulator } from './seek/seek-accumulator.ts';
import { PointerKind } from './touch/pointer-kind.ts';
import { ViewerMemory } from './resume/viewer-memory.ts';
import type { GivenTools, PlaybackTools, Tools } from './tools.ts';
import { WholeSeconds } from './seek/whole-seconds.ts';

/**
 * Interaction without rendering: keys, touch, the menus' state, what is remembered. Loaded with the interface, after
 * the first frame or at the first input. `takeKeys` returns the keys that were pressed until now.
 */
export async function startInteraction(
  { page, playback: given }: GivenTools,
  takeKeys: () => readonly KeyboardEvent[],
  signal: AbortSignal,
): Promise<Tools> {
  const { clock, media, root, bigPlay, parameters, reportError } = page;
  const { player } = given;
  const document = root.ownerDocument;
  const window = document.defaultView ?? globalThis.window;
  const language = await loadLanguage(parameters.hl, window.navigator.languages);
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.direction;
  /** A page served as a plain file was rendered in English. */
  root.ariaLabel = language.say('player');
  bigPlay.ariaLabel = language.say('play');

  const attention = new Attention({ root, player, clock, reportError });
  watchAttention(root, attention);
  given.lateAttention.arrive(attention);
  const playback: PlaybackTools = { ...given, attention };

  const memory = new ViewerMemory(new LocalEntries(() => window.localStorage, clock), page.isPrivate);
  const notices = new Notices(clock, reportError);
  const tools: Tools = {
    page,
    playback,
    features: new Features({ page, playback, language }),
    viewer: {
      language,
      memory,
      notices,
      panels: new Panels({
        onChange: (isOpen) => attention.send(isOpen ? 'panelOpened' : 'panelClosed'),
        reportError,
      }),
      profiler: new Panels({ reportError }),
      captionStyles: new CaptionStyleStore(memory, reportError),
      section: new SectionLoop(player, clock, reportError),
      wholeSeconds: new WholeSeconds({ player, clock, attention, document }),
      seekDrag: new SeekDrag({ player, clock, attention, reportError }),
      seekAccumulator: new SeekAccumulator({ player, clock, notices, language }),
      pointerKind: new PointerKind(root, window, reportError),
      resume: new Resume({ player, clock, memory, mayRemember: page.keepsPositions, reportError }, signal, document),
      viewerState: new ViewerStateStore(player, reportError),
    },
  };
  const { seekAccumulator } = tools.viewer;
  const early = takeKeys();
  if (!parameters.disablekb)
    listenForKeys(
      document,
      { ...page, ...playback, ...tools.viewer, frames: new FrameStepper(player, media, clock) },
      early,
      signal,
    );
  listenForTouch(tools, seekAccumulator, signal);
  listenForContextMenu(tools, signal);
  followMediaSession(tools, seekAccumulator);
  handCaptionsOver(media, signal);
  beatWhereAsked(tools);
  if (parameters.profile) tools.viewer.profiler.open('address');
  return tools;
}

/** N23. Few videos ask for it, so its code is loaded with the first one that does. */
function beatWhereAsked({ page, playback }: GivenTools): void {
  const { player, control } = playback;
  const look = (): void => {
    if (player.getSnapshot().video.response?.heartbeat === undefined) return;
    stop();
    import('../player/follow-heartbeat.ts')
      .then(({ followHeartbeat }) => followHeartbeat({ ...page, player, control }))
      .catch(page.reportError);
  };
  const stop = player.subscribe(look);
  look();
}
