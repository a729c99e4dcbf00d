import { useState } from 'react';
import { CaptionStylePage } from '../captions/caption-style-page.tsx';
import { BackRow, MenuPage } from '../panels/menu-parts.tsx';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { panels } from '../panels/panels.ts';
import { notices } from '../shared/notices.ts';
import { useFeature, useLanguage, usePlayback } from '../shared/player-context.tsx';
import { SoundPage } from '../sound/sound-page.tsx';
import { AudioChoices, CaptionChoices, QualityChoices } from './choice-pages.tsx';
import { DataUsePage } from './data-use-page.tsx';
import { MoreSettings, SettingsList, type SettingsPage } from './settings-list.tsx';
import { SpeedPage } from './speed-page.tsx';

/** Pages that are reached from another page, and that page. */
const PARENTS: Readonly<Partial<Record<SettingsPage, SettingsPage>>> = {
  captionStyle: 'captions',
  dataUse: 'moreSettings',
  sound: 'moreSettings',
};

/** A short list, a list of less common settings, and a page of choices for each line. A choice closes the menu. */
export function SettingsMenu() {
  const language = useLanguage();
  const panel = useFeature(panels);
  const { attention } = usePlayback();
  const notice = useFeature(notices);
  const { say } = language;
  const [page, setPage] = useState<SettingsPage | null>(null);
  const [cameFrom, setCameFrom] = useState<SettingsPage | null>(null);
  const goTo = (next: SettingsPage | null): void => {
    setCameFrom(page);
    setPage(next);
  };
  // Shows the same notice as a key, since a menu that closes announces nothing itself.
  const chosen = (words: string): void => {
    panel.close();
    attention.expectClosingPress();
    notice.show(words);
  };
  const back = (): void => goTo((page !== null && PARENTS[page]) || null);
  return (
    <PanelFrame className="settings" label={say('settings')} {...(page === null ? {} : { onEscape: back })}>
      <MenuPage key={page} cameFrom={cameFrom}>
        {page === null ? <SettingsList onOpen={goTo} /> : <BackRow label={say(page)} onBack={back} />}
        {page === 'moreSettings' && <MoreSettings onOpen={goTo} />}
        {page === 'quality' && <QualityChoices onDone={chosen} />}
        {page === 'dataUse' && <DataUsePage onDone={chosen} />}
        {page === 'audio' && <AudioChoices onDone={chosen} />}
        {page === 'sound' && <SoundPage onDone={chosen} />}
        {page === 'speed' && <SpeedPage onDone={chosen} />}
        {page === 'captions' && <CaptionChoices onDone={chosen} onStyle={() => goTo('captionStyle')} />}
        {page === 'captionStyle' && <CaptionStylePage />}
      </MenuPage>
    </PanelFrame>
  );
}
