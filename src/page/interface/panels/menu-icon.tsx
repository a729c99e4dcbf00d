import { Icon, type IconName } from '../shared/icon.tsx';

/** Icons that only menus use, which load with the first menu; drawn like the icons of the controls. */
const PATHS = {
  quality: 'M4 6h9v2H4zm0 5h5v2H4zm0 5h9v2H4zm13-11h2v3h2v2h-4zm-4 5h7v2h-7zm2 5h2v3h-2zm3 .5h2v2h-2z',
  speed:
    'M12 5a9 9 0 0 1 7.8 13.5H4.2A9 9 0 0 1 12 5zm0 2a7 7 0 0 0-6.6 9.5h13.2A7 7 0 0 0 12 7zm4.3 2.4-3 5.4a1.6 1.6 0 1 1-1.5-1z',
  audio: 'M9 4h2v16H9zM5 9h2v6H5zm8-2h2v10h-2zm4 3h2v4h-2z',
  style: 'M9.4 5h2.2l4.6 13h-2.3l-1.1-3.3H8.1L7 18H4.8zm1 2.6-1.6 5h3.4zM17 8h1.6l2.9 8h-1.6l-.7-2h-2.8l-.7 2H14z',
  loop: 'M7 7h9V4.5L20.5 8 16 11.5V9H7v4H5V9a2 2 0 0 1 2-2zm10 4h2v4a2 2 0 0 1-2 2H8v2.5L3.5 16 8 12.5V15h9z',
  section: 'M5 4h2v16H5zm12 0h2v16h-2zM9 11h6V8.5l3 3.5-3 3.5V13H9z',
  link: 'M10.6 13.4a1 1 0 0 1 0-1.4l2.8-2.8 1.4 1.4-2.8 2.8a1 1 0 0 1-1.4 0zM8.5 19.8a4.2 4.2 0 0 1 0-8.4l1-.1 1.5 2.1a2.2 2.2 0 1 0 .5 3.1l1.6 1.2a4.2 4.2 0 0 1-4.6 2.1zm7-15.6a4.2 4.2 0 1 1 .3 8.4l-1.6-2a2.2 2.2 0 1 0-.6-3.1l-1.6-1.2a4.2 4.2 0 0 1 3.5-2.1z',
  code: 'M8.7 6.3 10.1 7.7 5.8 12l4.3 4.3-1.4 1.4L3 12zm6.6 0L21 12l-5.7 5.7-1.4-1.4 4.3-4.3-4.3-4.3z',
  keyboard:
    'M3 6h18a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zm1 2v8h16V8zm2 1.5h2v2H6zm3.5 0h2v2h-2zm3.5 0h2v2h-2zm3.5 0h2v2h-2zM8 13h8v1.5H8z',
  stats: 'M4 20V10h3.5v10zm6.25 0V4h3.5v16zM16.5 20v-7H20v7z',
  privacy:
    'M12 2.5 20 5.5v6c0 4.7-3.3 8.3-8 10-4.7-1.7-8-5.3-8-10v-6zm0 2.1L6 6.9v4.6c0 3.5 2.3 6.2 6 7.8 3.7-1.6 6-4.3 6-7.8V6.9z',
  about:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 5.5h2V17h-2zM12 7a1.2 1.2 0 1 1 0 2.4A1.2 1.2 0 0 1 12 7z',
  bell: 'M12 3a6 6 0 0 1 6 6v4.5l2 3V18H4v-1.5l2-3V9a6 6 0 0 1 6-6zm0 2a4 4 0 0 0-4 4v5.1L6.7 16h10.6L16 14.1V9a4 4 0 0 0-4-4zm-2 14h4a2 2 0 0 1-4 0z',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 9.5c4.4 0 8 2.2 8 5V20H4v-1.5c0-2.8 3.6-5 8-5z',
  chapters: 'M4 5h3v3H4zm5 .5h11v2H9zM4 10.5h3v3H4zm5 .5h11v2H9zM4 16h3v3H4zm5 .5h11v2H9z',
  transcript:
    'M4 4h16a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm1 2v12h14V6zm2 2h10v1.8H7zm0 3.2h7V13H7zm0 3.2h9v1.8H7z',
  like: 'M3 10h4v10H3zm6 10V10l4.5-7 1 .6c.6.4.9 1.1.7 1.9L14.3 9H20a1.5 1.5 0 0 1 1.5 1.8l-1.6 7.5A2.2 2.2 0 0 1 17.7 20z',
  dislike:
    'M21 14h-4V4h4zm-6-10v10l-4.5 7-1-.6a1.7 1.7 0 0 1-.7-1.9l.9-3.5H4a1.5 1.5 0 0 1-1.5-1.8l1.6-7.5A2.2 2.2 0 0 1 6.3 4z',
  save: 'M6 3h12a1 1 0 0 1 1 1v17l-7-4-7 4V4a1 1 0 0 1 1-1zm1 2v12.6l5-2.9 5 2.9V5z',
  report: 'M5 3h2v1h12l-2.5 4.5L19 13H7v8H5z',
} as const;

export type MenuIconName = keyof typeof PATHS | IconName;

export function MenuIcon({ name }: { name: MenuIconName }) {
  if (!isMenuOnly(name)) return <Icon name={name} />;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fillRule="evenodd" />
    </svg>
  );
}

function isMenuOnly(name: MenuIconName): name is keyof typeof PATHS {
  return Object.hasOwn(PATHS, name);
}
