import { Fragment } from 'react';
import { Icon } from './icon.tsx';
import { useFeature, useStore } from './player-context.tsx';
import { notices } from './notices.ts';

/** Feedback for keys and taps. The live region stays mounted, so that screen readers announce its content. */
export function NoticeBubble() {
  const notice = useStore(useFeature(notices));
  const hasWords = notice !== null && notice.text !== '';
  return (
    <div className="notices" role="status" dir="ltr">
      {notice !== null && (
        <Fragment key={notice.number}>
          {notice.hasRipple && <div className="ripple" data-place={notice.place} />}
          <div
            className="notice"
            data-place={notice.place}
            data-icon-only={!hasWords || undefined}
            data-words={(hasWords && notice.place === 'centre') || undefined}
          >
            {notice.icon !== null && <Icon name={notice.icon} />}
            {hasWords && <bdi>{notice.text}</bdi>}
          </div>
        </Fragment>
      )}
    </div>
  );
}
