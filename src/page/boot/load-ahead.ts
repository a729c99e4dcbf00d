/** Requests a module before the script that needs it has loaded. */
export function loadAhead(address: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  document.head.append(link);
}
