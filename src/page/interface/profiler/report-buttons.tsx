import { useState } from 'react';
import { copyText } from '../shared/copy-text.ts';
import { usePage } from '../shared/player-context.tsx';
import { frameSentence } from './frame-sentence.ts';
import { reportText } from './report-text.ts';
import { sectionsOf } from './stats-sections.ts';
import { useSession } from './use-session.ts';

/** A file for other tools, and text for a bug report. */
export function ReportButtons() {
  const session = useSession();
  const { root, reportError } = usePage();
  const [word, setWord] = useState('Copy as text');
  const save = async (): Promise<void> => saveFile(root.ownerDocument, 'oriel-trace.json', await session.exportTrace());
  const copy = async (): Promise<void> => {
    const { figures } = session;
    const { frame, display } = session.get();
    const chosenFrame = frame === null || frame === 'none' ? '' : frameSentence(frame, display.originMs);
    const isCopied = await copyText(root, reportText(sectionsOf(figures), figures.state, chosenFrame));
    setWord(isCopied ? 'Copied' : 'Copy failed');
  };
  return (
    <>
      <button type="button" onClick={() => void save().catch(reportError)}>
        Export trace
      </button>
      <button type="button" onClick={() => void copy().catch(reportError)}>
        {word}
      </button>
    </>
  );
}

function saveFile(document: Document, name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download keeps its own reference to the data.
  URL.revokeObjectURL(address);
}
