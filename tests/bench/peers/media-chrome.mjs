import 'hls-video-element';
import 'media-chrome';
import 'media-chrome/media-theme-element';
import { ADDRESS } from './page.mjs';

// Media Chrome with the control bar of its first example, and its own HLS element.
document.body.insertAdjacentHTML(
  'beforeend',
  `<media-controller style="width:100vw;height:100vh">
    <hls-video slot="media" src="${ADDRESS}" muted autoplay playsinline></hls-video>
    <media-control-bar>
      <media-play-button></media-play-button>
      <media-mute-button></media-mute-button>
      <media-volume-range></media-volume-range>
      <media-time-range></media-time-range>
      <media-time-display showduration></media-time-display>
      <media-fullscreen-button></media-fullscreen-button>
    </media-control-bar>
  </media-controller>`,
);
