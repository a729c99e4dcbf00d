import { defineFeature } from '../shared/features.ts';
import { notices } from '../shared/notices.ts';
import { Television } from './television.ts';
import { TelevisionOffer } from './television-offer.ts';

export const television = defineFeature((features) => {
  const { page, playback, language } = features;
  const receiver = new Television({
    ...page,
    receivers: page.media.remote,
    useAddress(isForReceiver, reopens) {
      playback.support.isForReceiver = isForReceiver;
      if (reopens) playback.control.reopen();
    },
    onFailed: () => features.get(notices).show(language.say('tvFailed')),
  });
  receiver.subscribe(() => playback.control.remotePlaybackChanged(receiver.get().state === 'there'));
  // A command of the host works only while a press inside the frame counts as a user gesture.
  playback.control.onCommand(({ command }) => {
    const isElsewhere = receiver.get().state !== 'here';
    if (command.name === 'setRemotePlayback' && command.arguments[0] !== isElsewhere) receiver.toggle();
  });
  return receiver;
});

export const televisionOffer = defineFeature(({ page, playback }) => {
  const { root, reportError } = page;
  return new TelevisionOffer({
    player: playback.player,
    hasNativeHls: playback.support.nativeHls,
    receiversOf(address) {
      const watched = root.ownerDocument.createElement('video');
      watched.preload = 'none';
      watched.src = address;
      return watched.remote;
    },
    reportError,
  });
});
