import { onDemand } from '../shared/on-demand.tsx';

const Button = onDemand(async () => (await import('./television-button.tsx')).TelevisionButton);
const Row = onDemand(async () => (await import('./television-row.tsx')).TelevisionRow);

/** Both parts load only in browsers that support Remote Playback. */
const knowsReceivers = (): boolean => 'remote' in HTMLMediaElement.prototype;

export function TelevisionHost() {
  return knowsReceivers() && <Button />;
}

export function TelevisionRowHost() {
  return knowsReceivers() && <Row />;
}
