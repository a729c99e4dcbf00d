import { onDemand } from '../shared/on-demand.tsx';

const Button = onDemand(async () => (await import('./television-button.tsx')).TelevisionButton);
const Row = onDemand(async () => (await import('./television-row.tsx')).TelevisionRow);

/** Both load where the browser knows receivers at all. */
const knowsReceivers = (): boolean => 'remote' in HTMLMediaElement.prototype;

export function TelevisionHost() {
  return knowsReceivers() && <Button />;
}

export function TelevisionRowHost() {
  return knowsReceivers() && <Row />;
}
