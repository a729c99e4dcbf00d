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
import { panels } from '../panels/panels.ts';
import { wholeSeconds } from '../seek/whole-seconds.ts';

/** Every chapter of the video, with the present one marked. A press leads to its start. */
export function ChaptersPanel() {
  const panel = useFeature(panels);
  const language = useLanguage();
  const seconds = useFeature(wholeSeconds);
  const { attention } = usePlayback();
  const { chapters, storyboard } = usePlayerState(({ video }) => video);
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const present = chapterIndexAt(chapters, useStore(seconds));
  const command = useCommand();
  const title = language.say('chapters');
  const goTo = (startSeconds: number): void => {
    panel.close();
    attention.expectClosingPress();
    command({ name: 'seekTo', arguments: [startSeconds, true] });
  };
  return (
    <PanelFrame className="sheet chapters" label={title} focus='[aria-current="true"]'>
      <PanelHead title={title} />
      <ol className="chapter-list">
        {chapters.map((chapter, index) => (
          <li key={chapter.startSeconds}>
            <button
              type="button"
              className="menu-item"
              aria-current={index === present || undefined}
              onClick={() => goTo(chapter.startSeconds)}
            >
              {storyboard === null ? (
                <span className="chapter-number">{index + 1}</span>
              ) : (
                <span
                  className="chapter-picture"
                  style={pictureStyle(
                    storyboard,
                    pictureSeconds(chapter, chapters[index + 1]?.startSeconds ?? durationSeconds, storyboard),
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
