import type { OfferedVideo } from '../catalog.ts';
import { make } from '../make.ts';

/** Shows a list of videos. Returns a function that marks a video as the current one. */
export function showVideoPicker(
  list: HTMLElement,
  videos: readonly OfferedVideo[],
  onPick: (videoId: string) => void,
): (videoId: string) => void {
  const buttons = new Map<string, HTMLButtonElement>();
  for (const { id, name, shows } of videos) {
    const button = make(
      'button',
      { type: 'button', className: 'video', onclick: () => onPick(id) },
      make('span', { className: 'video-name' }, name),
      make('span', { className: 'video-shows' }, shows),
      make('code', {}, id),
    );
    buttons.set(id, button);
    list.append(make('li', {}, button));
  }
  return (videoId) => {
    for (const [id, button] of buttons) button.ariaCurrent = id === videoId ? 'true' : 'false';
  };
}
