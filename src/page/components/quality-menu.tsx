import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { QualityName } from '../../../protocol/player-info.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { useCommand, usePlayerState } from './player-context.tsx';

/** What viewers call the names of the wire. */
const LABELS: Readonly<Record<QualityName, string>> = {
  highres: '4320p',
  hd2160: '2160p',
  hd1440: '1440p',
  hd1080: '1080p',
  hd720: '720p',
  large: '480p',
  medium: '360p',
  small: '240p',
  tiny: '144p',
  auto: 'Auto',
  unknown: '',
};

export function QualityMenu() {
  const qualities = usePlayerState((snapshot) => snapshot.qualities);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  if (qualities.length < 2) return null;
  return (
    <div className="menu-anchor">
      <IconButton
        ref={opener}
        icon="settings"
        label="Quality"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <QualityChoices qualities={qualities} onClose={close} />}
    </div>
  );
}

function QualityChoices({ qualities, onClose }: { qualities: readonly QualityName[]; onClose: () => void }) {
  const choice = usePlayerState((snapshot) => snapshot.qualityChoice);
  const shown = usePlayerState((snapshot) => snapshot.quality);
  const command = useCommand();
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || menu.current?.parentElement?.contains(event.target) !== true) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [onClose]);

  return (
    <div
      ref={menu}
      className="menu"
      role="menu"
      tabIndex={-1}
      aria-label="Quality"
      onKeyDown={(event) => moveFocus(event, onClose)}
    >
      {qualities.map((quality) => (
        <button
          key={quality}
          type="button"
          role="menuitemradio"
          className="menu-item"
          aria-checked={quality === choice}
          tabIndex={quality === choice ? 0 : -1}
          onClick={() => {
            command({ name: 'setPlaybackQuality', arguments: [quality] });
            onClose();
          }}
        >
          <Icon name="check" />
          {quality === 'auto' && shown !== 'unknown' ? `Auto (${LABELS[shown]})` : LABELS[quality]}
        </button>
      ))}
    </div>
  );
}

/** The keys of a menu: arrows and Home and End move, Escape and Tab leave. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const current = items.findIndex((item) => item === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target !== undefined) items[target]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
