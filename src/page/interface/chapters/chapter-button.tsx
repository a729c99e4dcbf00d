import type { Chapter } from '../../../../protocol/provider/player-response.ts';
import { chapterIndexAt } from '../seek/chapters.ts';
import { useShownTime } from '../seek/use-time.ts';
import { useFeature, useLanguage, usePlayerState, useStore, useStorePart } from '../shared/player-context.tsx';
import { panels } from '../panels/panels.ts';

/** Whether a list of chapters is offered; a list of one chapter would be of no use. */
export const hasChapters = ({ chapters }: { readonly chapters: readonly Chapter[] }): boolean => chapters.length > 1;

/** The name of the chapter beside the time, which opens the list of chapters. */
export function ChapterButton() {
  const panel = useFeature(panels);
  const language = useLanguage();
  const { chapters } = usePlayerState(({ video }) => video);
  const isOpen = useStorePart(panel, (open) => open?.name === 'chapters');
  const shown = useShownTime();
  const index = useStore({ ...shown, get: () => chapterIndexAt(chapters, shown.get()) });
  const title = chapters[index]?.title;
  if (title === undefined) return null;
  if (!hasChapters({ chapters }))
    return (
      <bdi className="time-chapter" aria-hidden="true">
        {title}
      </bdi>
    );
  const label = language.say('chapters');
  return (
    <button
      type="button"
      className="time-chapter"
      aria-label={`${label}: ${title}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-tooltip={label}
      data-opens="chapters"
      onClick={() => panel.toggle('chapters')}
    >
      <bdi>{title}</bdi>
    </button>
  );
}
