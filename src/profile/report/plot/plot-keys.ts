import { pan, wholeView, zoom, type View } from './view.ts';

const STEP = 0.2;
const CLOSER = 0.6;

/** The view after a key press in a plot; `null` for keys that do not change the view. */
export function viewAfterKey(key: string, view: View, durationUs: number): View | null {
  const middleUs = (view.fromUs + view.toUs) / 2;
  switch (key) {
    case '+':
    case '=':
    case 'w':
      return zoom(view, CLOSER, middleUs, durationUs);
    case '-':
    case 's':
      return zoom(view, 1 / CLOSER, middleUs, durationUs);
    case 'ArrowLeft':
    case 'a':
      return pan(view, -STEP, durationUs);
    case 'ArrowRight':
    case 'd':
      return pan(view, STEP, durationUs);
    case 'Home':
    case '0':
      return wholeView(durationUs);
    default:
      return null;
  }
}
