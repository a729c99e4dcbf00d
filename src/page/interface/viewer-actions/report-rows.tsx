import { REPORT_REASONS, type ReportReason } from '../../../../protocol/provider/report-reasons.ts';
import type { WordKey } from '../../language/word.ts';
import { MenuIcon } from '../panels/menu-icon.tsx';
import { BackRow } from '../panels/menu-parts.tsx';
import { panels } from '../panels/panels.ts';
import { Icon } from '../shared/icon.tsx';
import { useFeature, useFeatures, useSay, useStore } from '../shared/player-context.tsx';
import { reports, type ReportedVideo } from './reports.ts';
import { reportVideo } from './viewer-actions.ts';

const WORDS: Readonly<Record<ReportReason, WordKey>> = {
  sexual: 'reportSexual',
  violence: 'reportViolence',
  harmful: 'reportHarmful',
  spam: 'reportSpam',
  rights: 'reportRights',
};

/** The line that leads to the reasons, once for each video. A disabled line keeps the focus, and arrows move past it. */
export function ReportRow({ video, onOpen }: { video: ReportedVideo; onOpen: () => void }) {
  const say = useSay();
  const state = useStore(useFeature(reports))[video.videoId];
  const isOffered = state === undefined;
  return (
    <button
      type="button"
      className="menu-item"
      data-row="report"
      data-opens-page=""
      aria-disabled={!isOffered}
      onClick={() => isOffered && onOpen()}
    >
      <MenuIcon name="report" />
      <span className="menu-label">{say(state === 'sent' ? 'reportDone' : 'report')}</span>
      {isOffered && <Icon name="forward" />}
    </button>
  );
}

/** The reasons: a press on a reason closes the menu and sends the report. */
export function ReportPage({ video, onBack }: { video: ReportedVideo; onBack: () => void }) {
  const features = useFeatures();
  const panel = useFeature(panels);
  const { say } = features.language;
  return (
    <>
      <BackRow label={say('report')} onBack={onBack} />
      {REPORT_REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          className="menu-item"
          data-row={reason}
          onClick={() => {
            panel.close();
            reportVideo(features, video, reason);
          }}
        >
          <span className="menu-label">{say(WORDS[reason])}</span>
        </button>
      ))}
    </>
  );
}
