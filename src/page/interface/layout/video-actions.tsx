import { useState } from 'react';
import { bounded } from '../errors/bounded.tsx';
import { embedCode, videoAddress } from '../share/addresses.ts';
import { copyText } from '../shared/copy-text.ts';
import { sectionWords } from '../seek/section-keys.ts';
import type { Features } from '../shared/features.ts';
import {
  useFeature,
  useFeatures,
  useLanguage,
  usePage,
  usePlayerState,
  useSay,
  useStore,
} from '../shared/player-context.tsx';
import { LoopRow } from '../panels/loop-row.tsx';
import { ActionRow, SubmenuRow } from '../panels/menu-parts.tsx';
import { notices } from '../shared/notices.ts';
import { panels } from '../panels/panels.ts';
import { profilerPanel } from '../profiler/profiler-panel.ts';
import { sectionLoop } from '../seek/section-loop.ts';
import { TelevisionRowHost } from '../television/television-host.tsx';
import { wholeSeconds } from '../seek/whole-seconds.ts';

/** The lines of the context menu; viewers who use a finger find them in the settings, in “Share” and in “More”. */
export function VideoActions() {
  const features = useFeatures();
  const panel = useFeature(panels);
  const { say, clockTime } = useLanguage();
  const video = usePlayerState((snapshot) => snapshot.video);
  const hasFailed = usePlayerState((snapshot) => snapshot.error !== null);
  const hasTimes = !video.isLive && !hasFailed;
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const [seconds] = useState(useFeature(wholeSeconds).get);
  const isInside = seconds < Math.floor(durationSeconds);
  const copy = (text: string) => (): void => copyAndSay(features, text);
  return (
    <>
      {hasTimes && (
        <>
          <LoopRow />
          <SectionRow />
        </>
      )}
      {!hasFailed && <TelevisionRow />}
      <ActionRow name="copyLink" icon="link" label={say('copyLink')} onPress={copy(videoAddress(features))} />
      {hasTimes && isInside && (
        <ActionRow
          name="copyLinkAtTime"
          icon="link"
          label={say('copyLinkAtTime', { time: clockTime(seconds) })}
          onPress={copy(videoAddress(features, seconds))}
        />
      )}
      {!hasFailed && (
        <ActionRow
          name="copyEmbed"
          icon="code"
          label={say('copyEmbed')}
          onPress={copy(embedCode(videoAddress(features), video))}
        />
      )}
      <SubmenuRow name="privacy" icon="privacy" label={say('privacy')} onOpen={() => panel.open('privacy')} />
      <HelpRows />
    </>
  );
}

/** A separate chunk whose failure leaves the menu intact. */
export const TelevisionRow = () => bounded('television', TelevisionRowHost);

/** Keyboard shortcuts, statistics, and the page about the player. */
export function HelpRows() {
  const { parameters } = usePage();
  const panel = useFeature(panels);
  const profiler = useFeature(profilerPanel);
  const say = useSay();
  return (
    <>
      {!parameters.disablekb && (
        <SubmenuRow name="shortcuts" icon="keyboard" label={say('shortcuts')} onOpen={() => panel.open('shortcuts')} />
      )}
      <ActionRow name="stats" icon="stats" label={say('stats')} onPress={() => profiler.open('menu')} />
      <SubmenuRow name="about" icon="about" label={say('about')} onOpen={() => panel.open('about')} />
    </>
  );
}

/** The first press sets the start of the repeated section to the present time, the second its end; the third ends the repetition. */
export function SectionRow() {
  const present = useFeature(wholeSeconds);
  const section = useFeature(sectionLoop);
  const language = useLanguage();
  const notice = useFeature(notices);
  const { fromSeconds, toSeconds } = useStore(section);
  const label = fromSeconds === null ? 'sectionSetStart' : toSeconds === null ? 'sectionSetEnd' : 'sectionOff';
  const mark = (): void => {
    if (fromSeconds === null) section.start(present.get());
    else if (toSeconds === null) section.end(present.get());
    else section.clear();
    notice.show(sectionWords(section.get(), language));
  };
  return <ActionRow name="section" icon="section" label={language.say(label)} onPress={mark} />;
}

function copyAndSay(features: Features, text: string): void {
  const { page, language } = features;
  copyText(page.root, text)
    .then((isCopied) => features.get(notices).show(language.say(isCopied ? 'copied' : 'copyFailed')))
    .catch(page.reportError);
}
