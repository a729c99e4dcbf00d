import { useSyncExternalStore } from 'react';

/** Whether the page is being printed; every section is open in print. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia('print').matches);
}

function subscribe(listener: () => void): () => void {
  const print = matchMedia('print');
  print.addEventListener('change', listener);
  return () => print.removeEventListener('change', listener);
}
