import './chapters.css';
import type { Chapter } from '../../../../protocol/provider/player-response.ts';
import { chapterIndexAt } from '../seek/chapters.ts';
import { pictureSeconds, pictureStyle } from './chapter-picture.ts';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';
import {
  useCommand,
  useFeature,
  useLanguage,
  usePlayback,
  usePlayerState,
  useStore,
} from '../shared/player-context.tsx';
import { useMostWatched } from '../seek/most-watched.tsx';
import { panels } from '../panels/panels.ts';
import { wholeSeconds } from '../seek/whole-seconds.ts';

/** A line of the list. */
interface Mark extends Chapter {
  /** `null` for the moment that was watched most, which is no chapter. */
  readonly number: number | null;
  readonly isPresent?: boolean;
  readonly endSeconds: number;
}

/**
 * Every chapter of the video, with the present one marked, and the moment that viewers watched most between them. A press on a line seeks
 * to its start.
 */
export function ChaptersPanel() {
  const panel = useFeature(panels);
  const language = useLanguage();
  const seconds = useFeature(wholeSeconds);
  const { attention } = usePlayback();
  const { chapters, storyboard } = usePlayerState(({ video }) => video);
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const present = chapterIndexAt(chapters, useStore(seconds));
  const command = useCommand();
  const best = useMostWatched();
  const title = language.say('chapters');
  const goTo = (startSeconds: number): void => {
    panel.close();
    attention.expectClosingPress();
    command({ name: 'seekTo', arguments: [startSeconds, true] });
  };
  const marks: Mark[] = chapters.map((chapter, index) => ({
    ...chapter,
    number: index + 1,
    isPresent: index === present,
    endSeconds: chapters[index + 1]?.startSeconds ?? durationSeconds,
  }));
  if (best !== undefined) {
    const mark = { title: language.say('mostWatched'), startSeconds: best, number: null, endSeconds: best };
    marks.splice(chapterIndexAt(chapters, best) + 1, 0, mark);
  }
  return (
    <PanelFrame className="sheet chapters" label={title} focus='[aria-current="true"]'>
      <PanelHead title={title} />
      <ol className="chapter-list">
        {marks.map(({ number, isPresent, endSeconds, ...mark }) => (
          <li key={number}>
            <button
              type="button"
              className="menu-item"
              data-best={number === null || undefined}
              aria-current={isPresent || undefined}
              onClick={() => goTo(mark.startSeconds)}
            >
              {storyboard === null ? (
                <span className="chapter-number">{number}</span>
              ) : (
                <span
                  className="chapter-picture"
                  style={pictureStyle(storyboard, pictureSeconds(mark, endSeconds, storyboard))}
                />
              )}
              <bdi className="menu-label">{mark.title}</bdi>
              <span className="menu-value" dir="ltr">
                {language.clockTime(mark.startSeconds)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </PanelFrame>
  );
}
