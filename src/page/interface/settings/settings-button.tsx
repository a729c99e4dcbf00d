import { IconButton } from '../shared/icon-button.tsx';
import { useFeature, useSay, useStorePart } from '../shared/player-context.tsx';
import { panels } from '../panels/panels.ts';

export function SettingsButton() {
  const panel = useFeature(panels);
  const say = useSay();
  const isOpen = useStorePart(panel, (open) => open?.name === 'settings');
  return (
    <IconButton
      icon="settings"
      label={say('settings')}
      className="settings-button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-opens="settings"
      onClick={() => panel.toggle('settings')}
    />
  );
}
