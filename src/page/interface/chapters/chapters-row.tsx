import { hasChapters } from './chapter-button.tsx';
import { SubmenuRow } from '../panels/menu-parts.tsx';
import { useFeature, useLanguage, usePlayerState } from '../shared/player-context.tsx';
import { panels } from '../panels/panels.ts';

/** The line of “More” that leads to the chapters. */
export function ChaptersRow() {
  const panel = useFeature(panels);
  const language = useLanguage();
  if (!usePlayerState(({ video }) => hasChapters(video))) return null;
  return (
    <SubmenuRow
      name="chapters"
      icon="chapters"
      label={language.say('chapters')}
      onOpen={() => panel.open('chapters')}
    />
  );
}
