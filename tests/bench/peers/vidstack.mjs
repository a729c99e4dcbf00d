import Hls from 'hls.js';
import { VidstackPlayer, VidstackPlayerLayout } from 'vidstack/global/player';
import 'vidstack/player/styles/default/theme.css';
import 'vidstack/player/styles/default/layouts/video.css';
import { ADDRESS } from './page.mjs';

/** Vidstack with its default layout; hls.js comes with the bundle instead of from another host. */
const target = document.createElement('div');
document.body.append(target);
window.player = await VidstackPlayer.create({
  target,
  src: { src: ADDRESS, type: 'application/x-mpegurl' },
  autoPlay: true,
  muted: true,
  playsInline: true,
  layout: new VidstackPlayerLayout(),
});
window.player.addEventListener('provider-change', ({ detail: provider }) => {
  if (provider?.type === 'hls') provider.library = Hls;
});
