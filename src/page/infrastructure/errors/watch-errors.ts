/** E4: what nobody caught on main. */
export function watchErrors(target: EventTarget, report: (error: unknown) => void): () => void {
  const listening = new AbortController();
  target.addEventListener(
    'error',
    (event) => {
      const { error, message } = event as ErrorEvent;
      report(error ?? message);
    },
    { signal: listening.signal },
  );
  target.addEventListener('unhandledrejection', (event) => report((event as PromiseRejectionEvent).reason), {
    signal: listening.signal,
  });
  return () => listening.abort();
}
