/** Drawn on a 24 × 24 grid with one weight, filled with the colour of the text around them. */
const PATHS = {
  play: 'M8 5.2v13.6a.8.8 0 0 0 1.2.7l10.7-6.8a.8.8 0 0 0 0-1.4L9.2 4.5a.8.8 0 0 0-1.2.7z',
  pause:
    'M6.5 5h3a.5.5 0 0 1 .5.5v13a.5.5 0 0 1-.5.5h-3a.5.5 0 0 1-.5-.5v-13a.5.5 0 0 1 .5-.5zm8 0h3a.5.5 0 0 1 .5.5v13a.5.5 0 0 1-.5.5h-3a.5.5 0 0 1-.5-.5v-13a.5.5 0 0 1 .5-.5z',
  replay: 'M12 5V2.2L7.2 6.5 12 10.8V7.6a5.4 5.4 0 1 1-5.4 5.4H4A8 8 0 1 0 12 5z',
  volumeHigh:
    'M4 9v6h3.6L13 19.5v-15L7.6 9zm12 .1v5.8a4 4 0 0 0 0-5.8zm0-4.9v2.3a5.9 5.9 0 0 1 0 11v2.3a8 8 0 0 0 0-15.6z',
  volumeLow: 'M4 9v6h3.6L13 19.5v-15L7.6 9zm12 .1v5.8a4 4 0 0 0 0-5.8z',
  muted:
    'M4 9v6h3.6L13 19.5v-15L7.6 9zm16.7.7-1.4-1.4-2.3 2.3-2.3-2.3-1.4 1.4 2.3 2.3-2.3 2.3 1.4 1.4 2.3-2.3 2.3 2.3 1.4-1.4-2.3-2.3z',
  captions:
    'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zm6 7.8H9.5v.7h-2v-3h2v.7H11V10a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1zm7 0h-1.5v.7h-2v-3h2v.7H18V10a1 1 0 0 0-1-1h-3a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1z',
  settings:
    'M10.4 3h3.2l.5 2.4 1.6.9 2.3-.8 1.6 2.8-1.8 1.6v1.9l1.8 1.6-1.6 2.8-2.3-.8-1.6.9-.5 2.4h-3.2l-.5-2.4-1.6-.9-2.3.8-1.6-2.8 1.8-1.6V9.9L4.4 8.3 6 5.5l2.3.8 1.6-.9zM12 8.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  fullscreen: 'M4 4h6v2.2H6.2V10H4zm10 0h6v6h-2.2V6.2H14zM4 14h2.2v3.8H10V20H4zm13.8 0H20v6h-6v-2.2h3.8z',
  exitFullscreen: 'M7.8 4H10v6H4V7.8h3.8zM14 4h2.2v3.8H20V10h-6zM4 14h6v6H7.8v-3.8H4zm10 0h6v2.2h-3.8V20H14z',
  check: 'm9.6 17.4-5-5L6.2 10.8l3.4 3.4 8.2-8.2 1.6 1.6z',
  warning: 'M12 3.2 22 20.5H2zm-1 6.3.3 5.5h1.4l.3-5.5zm1 6.7a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fillRule="evenodd" />
    </svg>
  );
}
