import './chapters.css';
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

/** In place of the index of a chapter. */
const BEST = -1;

/** Every chapter of the video, with the present one marked, and the moment that viewers watched most between them. A press leads to its start. */
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
  const marks = chapters.map((chapter, index) => ({ ...chapter, index }));
  if (best !== undefined) {
    const mark = { title: language.say('mostWatched'), startSeconds: best, index: BEST };
    marks.splice(chapterIndexAt(chapters, best) + 1, 0, mark);
  }
  return (
    <PanelFrame className="sheet chapters" label={title} focus='[aria-current="true"]'>
      <PanelHead title={title} />
      <ol className="chapter-list">
        {marks.map(({ index, ...chapter }) => (
          <li key={index}>
            <button
              type="button"
              className="menu-item"
              data-best={index === BEST || undefined}
              aria-current={(index !== BEST && index === present) || undefined}
              onClick={() => goTo(chapter.startSeconds)}
            >
              {storyboard === null ? (
                <span className="chapter-number">{index === BEST ? '' : index + 1}</span>
              ) : (
                <span
                  className="chapter-picture"
                  style={pictureStyle(
                    storyboard,
                    index === BEST
                      ? chapter.startSeconds
                      : pictureSeconds(chapter, chapters[index + 1]?.startSeconds ?? durationSeconds, storyboard),
                  )}
                />
              )}
              <bdi className="menu-label">{chapter.title}</bdi>
              <span className="menu-value" dir="ltr">
                {language.clockTime(chapter.startSeconds)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </PanelFrame>
  );
}
