import { memo } from 'react';
import type { Chapter } from '../../../../protocol/provider/player-response.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { chapterIndexAt } from '../seek/chapters.ts';
import { piecesOf, type Piece, type ShownLine } from './search-lines.ts';

/** Lines of a block: enough that thousands of lines are about a hundred blocks, and few enough to draw a block in one frame. */
export const BLOCK_LINES = 40;

export interface TranscriptBlockProps {
  readonly index: number;
  /** All shown lines; the block has a part of them. */
  readonly shown: readonly ShownLine[];
  readonly chapters: readonly Chapter[];
  readonly languageCode: string;
  readonly isDrawn: boolean;
  /** Measured height, pixels; `undefined` until the block was drawn. */
  readonly height: number | undefined;
  /** Indexes in `shown` of the present line and of the tab stop; -1 if that line is in another block. */
  readonly present: number;
  readonly tabStop: number;
  readonly onPress: (place: number) => void;
  readonly onFocus: (place: number) => void;
}

/** A part of the list: its lines, or an empty element of their height. */
export const TranscriptBlock = memo(function TranscriptBlock(props: TranscriptBlockProps) {
  const { index, shown, isDrawn, height } = props;
  const first = index * BLOCK_LINES;
  const lines = shown.slice(first, first + BLOCK_LINES);
  if (!isDrawn) return <div data-block={index} role="none" style={{ height: height ?? estimatedHeight(lines) }} />;
  return (
    <div data-block={index} role="none">
      {lines.map(({ index: key }, offset) => (
        <Line key={key} {...props} place={first + offset} />
      ))}
    </div>
  );
});

function Line({
  place,
  shown,
  chapters,
  languageCode,
  present,
  tabStop,
  onPress,
  onFocus,
}: TranscriptBlockProps & { readonly place: number }) {
  const entry = shown[place];
  if (entry === undefined) return null;
  const { startSeconds } = entry.line;
  const chapter = newChapter(chapters, startSeconds, shown[place - 1]?.line.startSeconds);
  return (
    <div role="listitem" aria-setsize={shown.length} aria-posinset={place + 1}>
      {chapter !== undefined && (
        <h3 className="transcript-chapter">
          <bdi>{chapter}</bdi>
        </h3>
      )}
      <button
        type="button"
        className="transcript-line"
        data-line={place}
        aria-current={place === present || undefined}
        tabIndex={place === tabStop ? 0 : -1}
        // A press does not move the focus, so that the player's keys keep working.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPress(place)}
        onFocus={() => onFocus(place)}
      >
        <span className="transcript-time" dir="ltr">
          {clockTime(startSeconds)}
        </span>
        <span className="transcript-text" dir="auto" lang={languageCode}>
          {piecesOf(entry).map((piece, key) => (
            <PieceText key={key} {...piece} />
          ))}
        </span>
      </button>
    </div>
  );
}

function PieceText({ text, isItalic, isHit }: Piece) {
  const content = isHit ? <mark>{text}</mark> : text;
  return isItalic ? <i>{content}</i> : content;
}

/** Title of the chapter that begins at a line; `undefined` otherwise, and in a video with one chapter. */
function newChapter(
  chapters: readonly Chapter[],
  startSeconds: number,
  before: number | undefined,
): string | undefined {
  if (chapters.length < 2) return undefined;
  const index = chapterIndexAt(chapters, startSeconds);
  return before !== undefined && chapterIndexAt(chapters, before) === index ? undefined : chapters[index]?.title;
}

/** Characters in a row of a narrow panel. */
const ROW_CHARACTERS = 30;
const ROW_EM = 1.4;
const PADDING_EM = 0.7;

function estimatedHeight(lines: readonly ShownLine[]): string {
  const rows = lines.reduce((sum, { line }) => sum + Math.ceil(line.text.length / ROW_CHARACTERS), 0);
  return `${(rows * ROW_EM + lines.length * PADDING_EM).toFixed(1)}em`;
}
