import { Icon } from './icon.tsx';
import { usePlayerTools, useStore } from './player-context.tsx';

/** Answers keys and taps on screen. The region stays, so that screen readers notice what comes into it. */
export function NoticeBubble() {
  const notice = useStore(usePlayerTools().notices);
  return (
    <div className="notices" role="status" dir="ltr">
      {notice !== null && (
        <div key={notice.number} className="notice" data-place={notice.place}>
          {notice.icon !== null && <Icon name={notice.icon} />}
          {notice.text !== '' && <bdi>{notice.text}</bdi>}
        </div>
      )}
    </div>
  );
}
