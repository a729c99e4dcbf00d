import { FRAME_PERMISSIONS } from '../../../protocol/host/frame-permissions.ts';
import type { PreparedVideo } from '../../../protocol/provider/video-uploads.ts';

/** Width in embed codes. */
const CODE_WIDTH = 640;

/** The frame that shows a video; its HTML is the embed code. */
export function embedFrame(address: string, { title, width, height }: PreparedVideo): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const attributes = {
    width: String(CODE_WIDTH),
    height: String(Math.round((CODE_WIDTH * height) / width)),
    src: address,
    title,
    allow: FRAME_PERMISSIONS,
    referrerpolicy: 'strict-origin-when-cross-origin',
    allowfullscreen: '',
  };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  return frame;
}
