import { useDeferredValue, useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent } from 'react';
import './transcript.css';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';
import { useFeature, useLanguage, usePlayback, useStore } from '../shared/player-context.tsx';
import { useMedia } from '../shared/use-media.ts';
import { CopyTranscript } from './copy-transcript.tsx';
import { nextReading } from './reading-table.ts';
import { searchLines } from './search-lines.ts';
import { TrackSelect } from './track-select.tsx';
import { dockedTranscript, followedRequests } from './transcript.ts';
import { TranscriptList } from './transcript-list.tsx';
import { transcriptSource } from './transcript-source.ts';
import { panels } from '../panels/panels.ts';
import { useIsPresentSeen } from './use-is-present-seen.ts';

/** The transcript beside the picture. Each request to open it moves the focus there, once. */
export function DockedTranscript() {
  const { attention } = usePlayback();
  const docked = useFeature(dockedTranscript);
  const followed = useFeature(followedRequests);
  // A new object for each request to open the transcript.
  const open = useStore(docked);
  const [isAsked] = useState(() => open !== null && !followed.has(open));
  useEffect(() => {
    if (open === null || followed.has(open)) return;
    followed.add(open);
    attention.moveFocus(() => document.querySelector<HTMLElement>('.docked .transcript-list')?.focus());
  }, [open, followed, attention]);
  return <TranscriptPanel isDocked takesFocus={isAsked} onClose={docked.close} />;
}

/** The transcript over the picture, where there is no room beside it. */
export function TranscriptSheet() {
  const panel = useFeature(panels);
  return <TranscriptPanel isDocked={false} onClose={panel.close} />;
}

interface TranscriptPanelProps {
  readonly isDocked: boolean;
  readonly takesFocus?: boolean;
  readonly onClose: () => void;
}

function TranscriptPanel({ isDocked, takesFocus = true, onClose }: TranscriptPanelProps) {
  const { say } = useLanguage();
  const { attention } = usePlayback();
  const { lines, status, tracks, index } = useStore(useFeature(transcriptSource));
  const [query, setQuery] = useState('');
  const [reading, send] = useReducer(nextReading, 'following');
  // Deferred, so that a typed letter shows before its matches.
  const sought = useDeferredValue(query);
  const shown = useMemo(() => searchLines(lines, sought), [lines, sought]);
  // Low frames have room only for the search above the lines: language and copy button scroll with the lines.
  const isLow = useMedia('(max-height: 16em)');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const change = (words: string): void => {
    setQuery(words);
    send(words.trim() === '' ? 'cleared' : 'typed');
    list.current?.scrollTo({ top: 0, behavior: 'instant' });
  };
  const leadToSearch = (event: KeyboardEvent): void => {
    if (event.key !== '/' || event.target === search.current) return;
    event.preventDefault();
    search.current?.focus();
  };
  const leadToLines = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && (event.key !== 'Enter' || event.nativeEvent.isComposing)) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('.transcript-line[tabindex="0"]')?.focus();
  };
  const goBack = (): void => {
    setQuery('');
    send('returned');
    // The button, which has the focus, disappears.
    attention.moveFocus(() => list.current?.focus({ preventScroll: true }));
  };
  const endSearch = (): void => {
    // The focused line or button may disappear with the query.
    attention.moveFocus(() => search.current?.focus());
    change('');
  };
  const isPresentSeen = useIsPresentSeen(list, reading === 'browsing');
  const title = say('transcript');
  // While the viewer browses, the row of this button stays, so that no line moves when the button shows or hides. A low frame has no such
  // row.
  const back = reading !== 'following' && shown.length > 0 && (
    <button
      type="button"
      className="text-button transcript-back"
      aria-label={say('backToNow')}
      title={isLow ? say('backToNow') : undefined}
      data-needed={reading === 'searching' || !isPresentSeen || undefined}
      onClick={goBack}
    >
      {isLow ? <PresentPicture /> : say('backToNow')}
    </button>
  );
  return (
    <PanelFrame
      className={isDocked ? 'transcript docked' : 'transcript sheet'}
      label={title}
      focus=".transcript-list"
      isDocked={isDocked}
      takesFocus={takesFocus}
      onEscape={query === '' ? onClose : endSearch}
    >
      <div className="transcript-body" role="presentation" onKeyDown={leadToSearch}>
        <PanelHead title={title} onClose={onClose}>
          {!isLow && <TrackSelect />}
        </PanelHead>
        <div className="transcript-tools">
          <input
            ref={search}
            type="search"
            className="transcript-search"
            aria-label={say('transcriptSearch')}
            aria-keyshortcuts="/"
            placeholder={say('transcriptSearch')}
            value={query}
            onChange={({ target }) => change(target.value)}
            onKeyDown={leadToLines}
          />
          {isLow ? back : <CopyTranscript lines={lines} />}
        </div>
        <p className="transcript-hits" role="status">
          {status === 'ready' && sought.trim() !== '' && say('transcriptHits', { count: shown.length })}
        </p>
        <TranscriptList
          ref={list}
          lines={lines}
          shown={shown}
          reading={reading}
          send={send}
          languageCode={tracks[index]?.languageCode ?? ''}
        >
          {isLow && (
            <div className="transcript-extras">
              <TrackSelect />
              <CopyTranscript lines={lines} />
            </div>
          )}
          {status !== 'ready' && <p className="transcript-note">{say(status === 'failed' ? 'failed' : 'loading')}</p>}
          {status === 'ready' && lines.length === 0 && <p className="transcript-note">{say('noCaptions')}</p>}
        </TranscriptList>
        {!isLow && back}
      </div>
    </PanelFrame>
  );
}

/** Icon of the line that is being spoken, in the middle of other lines. */
function PresentPicture() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M5 4h14v2H5zM3 9h18v6H3zm2 9h14v2H5z" />
    </svg>
  );
}
