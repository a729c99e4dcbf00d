import { hasRoomBeside } from '../panels/docking.ts';
import { SubmenuRow } from '../panels/menu-parts.tsx';
import { useFeature, useLanguage, usePage, usePlayerState } from '../shared/player-context.tsx';
import { dockedTranscript, hasTranscript } from './transcript.ts';
import { panels } from '../panels/panels.ts';

/** The line of “More” that opens the transcript; an open transcript receives the focus. */
export function TranscriptRow() {
  const { root } = usePage();
  const panel = useFeature(panels);
  const language = useLanguage();
  const docked = useFeature(dockedTranscript);
  if (!usePlayerState(hasTranscript)) return null;
  const open = (): void => {
    if (!hasRoomBeside(root)) return panel.open('transcript');
    panel.close();
    docked.open('transcript');
  };
  return <SubmenuRow name="transcript" icon="transcript" label={language.say('transcript')} onOpen={open} />;
}
