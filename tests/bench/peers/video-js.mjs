import videojs from 'video.js';
import 'video.js/dist/video-js.css';
import { ADDRESS, appendVideo } from './page.mjs';

/** Video.js with its own streaming engine, which is part of the default build. */
const video = appendVideo('video-js');
video.controls = true;
window.player = videojs(video, {
  autoplay: 'muted',
  sources: [{ src: ADDRESS, type: 'application/x-mpegURL' }],
  html5: { vhs: { overrideNative: true } },
});
