/** CPU time of the longest task that the page's main thread ran meanwhile. */
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

/** The renderer main thread that fired this page's animation frames. */
function mainThreadOf(events) {
  const counts = new Map();
  for (const { name, pid, tid } of events) {
    if (name === 'FireAnimationFrame') counts.set(`${pid}/${tid}`, (counts.get(`${pid}/${tid}`) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
