/** CPU time of the longest task of the page's main thread during `work`. */
export async function longestTasksMs(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mainThread = mainThreadOf(traceEvents);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      name === 'ThreadControllerImpl::RunTask' && tdur !== undefined && `${pid}/${tid}` === mainThread,
  );
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1_000));
}

/** CPU time of the longest task of the dedicated workers during `work`; wall-clock time where CPU time is not recorded. */
export async function longestWorkerTaskMs(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const workers = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name.startsWith('DedicatedWorker'))
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && workers.has(`${pid}/${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1_000));
}

/** The thread that ran most animation frames; without any frame, the renderer's main thread with most tasks. */
function mainThreadOf(events) {
  const most = (wanted) => {
    const counts = new Map();
    for (const event of events) {
      const thread = `${event.pid}/${event.tid}`;
      if (wanted(event, thread)) counts.set(thread, (counts.get(thread) ?? 0) + 1);
    }
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  };
  const renderers = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return (
    most(({ name }) => name === 'FireAnimationFrame') ??
    most(({ name }, thread) => name === 'ThreadControllerImpl::RunTask' && renderers.has(thread))
  );
}
