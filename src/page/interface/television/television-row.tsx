import { ActionRow } from '../panels/menu-parts.tsx';
import { useFeature, useSay, useStore } from '../shared/player-context.tsx';
import { television, televisionOffer } from './television-store.ts';

/** A row of menus; shown also if the browser cannot report receivers, since its list may have one. */
export function TelevisionRow() {
  const say = useSay();
  const receiver = useFeature(television);
  const offer = useStore(useFeature(televisionOffer));
  if (offer === 'none') return null;
  return <ActionRow name="television" icon="television" label={say('playOnTv')} onPress={receiver.toggle} />;
}
