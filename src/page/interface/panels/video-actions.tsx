import { useState } from 'react';
import { embedCode, videoAddress } from '../share/addresses.ts';
import { copyText } from '../shared/copy-text.ts';
import { sectionWords } from '../keyboard/key-actions.ts';
import type { Tools } from '../tools.ts';
import { usePlayerState, useStore, useTools } from '../shared/player-context.tsx';
import { LoopRow } from './loop-row.tsx';
import { ActionRow, SubmenuRow } from './menu-parts.tsx';

/** Lines that the context menu and “More” share, so that a finger reaches all that a mouse does. */
export function VideoActions() {
  const tools = useTools();
  const { language, panels, profiler, wholeSeconds } = tools.viewer;
  const { say, clockTime } = language;
  const { isLive, title } = usePlayerState((snapshot) => snapshot.video);
  const [seconds] = useState(wholeSeconds.get);
  const copy = (text: string) => (): void => copyAndSay(tools, text);
  return (
    <>
      {!isLive && (
        <>
          <LoopRow />
          <SectionRow seconds={seconds} />
        </>
      )}
      <ActionRow name="copyLink" icon="link" label={say('copyLink')} onPress={copy(videoAddress(tools))} />
      {!isLive && (
        <ActionRow
          name="copyLinkAtTime"
          icon="link"
          label={say('copyLinkAtTime', { time: clockTime(seconds) })}
          onPress={copy(videoAddress(tools, seconds))}
        />
      )}
      <ActionRow
        name="copyEmbed"
        icon="code"
        label={say('copyEmbed')}
        onPress={copy(embedCode(videoAddress(tools), title))}
      />
      {!tools.page.parameters.disablekb && (
        <SubmenuRow name="shortcuts" icon="keyboard" label={say('shortcuts')} onOpen={() => panels.open('shortcuts')} />
      )}
      <ActionRow name="stats" icon="stats" label={say('stats')} onPress={() => profiler.open('menu')} />
      <SubmenuRow name="privacy" icon="privacy" label={say('privacy')} onOpen={() => panels.open('privacy')} />
      <SubmenuRow name="about" icon="about" label={say('about')} onOpen={() => panels.open('about')} />
    </>
  );
}

/** Sets the start of the section that is repeated, then its end, then ends it. */
function SectionRow({ seconds }: { seconds: number }) {
  const { section, language, notices } = useTools().viewer;
  const { fromSeconds, toSeconds } = useStore(section);
  const label = fromSeconds === null ? 'sectionSetStart' : toSeconds === null ? 'sectionSetEnd' : 'sectionOff';
  const mark = (): void => {
    if (fromSeconds === null) section.start(seconds);
    else if (toSeconds === null) section.end(seconds);
    else section.clear();
    notices.show(sectionWords(section.get(), language));
  };
  return <ActionRow name="section" icon="section" label={language.say(label)} onPress={mark} />;
}

function copyAndSay({ page: { root, reportError }, viewer: { notices, language } }: Tools, text: string): void {
  copyText(root, text)
    .then((isCopied) => notices.show(language.say(isCopied ? 'copied' : 'copyFailed')))
    .catch(reportError);
}
