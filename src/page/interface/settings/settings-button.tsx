import { IconButton } from '../shared/icon-button.tsx';
import { useSay, useStore, useViewer } from '../shared/player-context.tsx';

export function SettingsButton() {
  const { panels } = useViewer();
  const say = useSay();
  const isOpen = useStore(panels)?.name === 'settings';
  return (
    <IconButton
      icon="settings"
      label={say('settings')}
      className="settings-button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-opens="settings"
      onClick={() => panels.toggle('settings')}
    />
  );
}
