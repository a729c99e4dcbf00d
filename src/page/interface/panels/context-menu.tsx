import { useLayoutEffect, useRef, useState } from 'react';
import { embedCode, videoAddress } from '../share/addresses.ts';
import { copyText } from '../shared/copy-text.ts';
import { sectionWords } from '../keyboard/key-actions.ts';
import type { Tools } from '../tools.ts';
import { usePlayerState, useStore, useTools } from '../shared/player-context.tsx';
import { SwitchRow } from './menu-parts.tsx';
import { PanelFrame } from './panel-frame.tsx';

/** The menu of a right click, a long press or the menu key. */
export function ContextMenu({ at: [left, top] }: { at: readonly [left: number, top: number] }) {
  const tools = useTools();
  const { parameters } = tools.page;
  const { language, panels, profiler, section } = tools.viewer;
  const { say, clockTime } = language;
  const loop = usePlayerState((snapshot) => snapshot.loop);
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  const [seconds] = useState(tools.viewer.wholeSeconds.get);
  const place = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState<readonly [x: number, y: number]>([0, 0]);
  const { fromSeconds, toSeconds } = useStore(section);

  /** Moves inward from the edges once its size is known. */
  useLayoutEffect(() => {
    const box = place.current?.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    setShift([
      Math.min(0, window.innerWidth - left - box.width - 8),
      Math.min(0, window.innerHeight - top - box.height - 8),
    ]);
  }, [left, top]);

  const done = (action: () => void) => (): void => {
    panels.close();
    action();
  };
  const markSection = (): void => {
    if (fromSeconds === null) section.start(seconds);
    else if (toSeconds === null) section.end(seconds);
    else section.clear();
    tools.viewer.notices.show(sectionWords(section.get(), language));
  };
  const sectionLabel = fromSeconds === null ? 'sectionSetStart' : toSeconds === null ? 'sectionSetEnd' : 'sectionOff';
  const address = (): string => videoAddress(tools);

  const items: readonly (readonly [label: string, action: () => void] | null)[] = [
    isLive ? null : [say(sectionLabel), markSection],
    [say('copyLink'), () => copy(tools, address())],
    isLive
      ? null
      : [say('copyLinkAtTime', { time: clockTime(seconds) }), () => copy(tools, videoAddress(tools, seconds))],
    [say('copyEmbed'), () => copy(tools, embedCode(address(), tools.playback.player.getSnapshot().video.title))],
    parameters.disablekb ? null : [say('shortcuts'), () => panels.open('shortcuts')],
    [say('stats'), () => profiler.open('menu')],
    [say('privacy'), () => panels.open('privacy')],
    [say('about'), () => panels.open('about')],
  ];
  return (
    <PanelFrame
      className="context-menu"
      label={say('menu')}
      style={{ left: Math.max(8, left + shift[0]), top: Math.max(8, top + shift[1]) }}
    >
      <div ref={place}>
        {!isLive && (
          <SwitchRow
            label={say('loop')}
            isOn={loop}
            onChange={() => tools.playback.player.execute({ name: 'setLoop', arguments: [!loop] }, 'viewer')}
          />
        )}
        {items.map(
          (item) =>
            item !== null && (
              <button key={item[0]} type="button" className="menu-item" onClick={done(item[1])}>
                {item[0]}
              </button>
            ),
        )}
      </div>
    </PanelFrame>
  );
}

function copy({ page: { root, reportError }, viewer: { notices, language } }: Tools, text: string): void {
  copyText(root, text)
    .then((isCopied) => notices.show(language.say(isCopied ? 'copied' : 'copyFailed')))
    .catch(reportError);
}
