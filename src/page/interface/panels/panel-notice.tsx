import { notices } from '../shared/notices.ts';
import { useFeature, useStore } from '../shared/player-context.tsx';

/**
 * Notices about presses in a modal panel, inside of the panel: notices over the picture are inert meanwhile, and a sheet covers
 * them.
 */
export function PanelNotice() {
  const notice = useStore(useFeature(notices));
  return (
    <p className="panel-notice" role="status">
      {notice?.text}
    </p>
  );
}
