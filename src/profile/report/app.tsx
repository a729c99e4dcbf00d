import { useState } from 'react';
import { formatInterval } from './plot/format.ts';
import { median } from './plot/median.ts';
import type { Comparison, VariantName } from './schema/comparison.ts';
import { doubtsOf } from './schema/doubts.ts';
import type { Report, Setting } from './schema/report.ts';
import { Choice } from './sections/choice.tsx';
import { ComparisonTable, OffloadTable, VerdictText } from './sections/comparisons.tsx';
import { DotPlot } from './sections/dot-plot.tsx';
import { BoundaryTable, Origin, RunTable, ThrottleTable } from './sections/facts.tsx';
import { Look } from './sections/look.tsx';
import { SideBySide } from './sections/side-by-side.tsx';

export function App({ report }: { readonly report: Report }) {
  const titles = report.settings.map(titleOf);
  const [title, setTitle] = useState(titles[0] ?? '');
  const setting = report.settings.find((one) => titleOf(one) === title);
  return (
    <>
      <header>
        <p className="product">Oriel</p>
        <h1>Where the time goes: main and workers</h1>
        <ReportSettings report={report} />
        <nav aria-label="Parts of this report">
          {['Threads', 'Side by side', 'Offload', 'Boundary', 'Distributions', 'Runs', 'Origin', 'Limits'].map(
            (part) => (
              <a key={part} href={`#${part.toLowerCase().replaceAll(' ', '-')}`}>
                {part}
              </a>
            ),
          )}
        </nav>
        {titles.length > 1 && <Choice legend="Setting" options={titles} value={title} onChange={setTitle} />}
      </header>
      <main>
        {setting === undefined ? (
          <p>No setting was measured.</p>
        ) : (
          <SettingParts key={title} setting={setting} startNote={START_NOTES[report.session]} />
        )}
      </main>
      <footer>
        <section id="origin">
          <h2>Origin</h2>
          <Origin report={report} />
        </section>
        <section id="limits" className="limits">
          <h2>What these figures do not say</h2>
          <ul>
            {report.limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </section>
      </footer>
    </>
  );
}

function titleOf({ slowdown, network }: Setting): string {
  return `CPU ${slowdown}×, network ${network}`;
}

/** Measures of all threads, shown beside main's: they show the cost of relieving main to the whole machine. */
const OF_ALL_THREADS = new Set(['plainMainCpuMs', 'processCpuMs', 'browserCpuMs']);

function BesideMain({ comparison }: { readonly comparison: Comparison }) {
  const { title, delta } = comparison;
  const { workers = [], inline = [] } = comparison.values;
  return (
    <span>
      {title}: {median(workers).toFixed(0)} ms with workers, {median(inline).toFixed(0)} ms inline
      {delta !== undefined && <span className="quiet">, difference {formatInterval(delta, ' ms')}</span>}
    </span>
  );
}

/** A sentence about each setting with its main measure. */
function ReportSettings({ report: { settings, provenance } }: { readonly report: Report }) {
  return (
    <ul className="settings">
      {settings.map((setting) => {
        const [main] = setting.measures;
        if (main === undefined) return null;
        const { workers, inline, found } = main.values;
        const doubts = doubtsOf(setting, provenance.cores);
        return (
          <li key={titleOf(setting)}>
            <strong>{titleOf(setting)}</strong>
            {doubts.map((doubt) => (
              <span key={doubt} className="doubt">
                {doubt}
              </span>
            ))}
            {main.delta !== undefined ? (
              <>
                <VerdictText verdict={main.verdict ?? 'cannot tell'} />
                <span>
                  {median(workers ?? []).toFixed(0)} ms of main with workers, {median(inline ?? []).toFixed(0)} ms
                  inline
                </span>
                <span className="quiet">difference of means {formatInterval(main.delta, ' ms')}</span>
                {setting.measures
                  .filter(({ key }) => OF_ALL_THREADS.has(key))
                  .map((one) => (
                    <BesideMain key={one.key} comparison={one} />
                  ))}
              </>
            ) : (
              <span>{median(found ?? workers ?? []).toFixed(0)} ms of main, median</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Notes about the profiled start; the section about limits has the details. */
const START_NOTES: Readonly<Record<Report['session'], string>> = {
  scripted:
    'Measured without the head start: the page was cued and asked to play later, so this is not the start that viewers have with autoplay or a press.',
  found: '',
};

interface SettingPartsProps {
  readonly setting: Setting;
  readonly startNote: string;
}

function SettingParts({ setting, startNote }: SettingPartsProps) {
  const variants = (Object.keys(setting.timelines) as VariantName[]).filter(
    (name) => setting.timelines[name] !== undefined,
  );
  const [variant, setVariant] = useState(variants[0]);
  const timeline = variant === undefined ? undefined : setting.timelines[variant];
  // The variant `tracks` is left out, because its run repeats the variant `workers`.
  const pictured = variants.flatMap((name) => {
    const ofVariant = setting.timelines[name];
    return name === 'tracks' || ofVariant === undefined || ofVariant.pictures.length === 0
      ? []
      : [{ name, timeline: ofVariant }];
  });
  return (
    <>
      <section id="threads">
        <h2>Threads</h2>
        {variants.length > 1 && variant !== undefined && (
          <Choice legend="Variant" options={variants} value={variant} onChange={setVariant} />
        )}
        {timeline === undefined ? (
          <p>No run counts, so there is none to show.</p>
        ) : (
          <Look key={variant} timeline={timeline} startNote={startNote} />
        )}
      </section>
      <section id="side-by-side">
        <h2>Side by side</h2>
        {pictured.length < 2 ? <p>Pictures of two variants would be needed.</p> : <SideBySide variants={pictured} />}
      </section>
      <section id="offload">
        <h2>Offload</h2>
        <p>A difference is the variant with workers minus the one without; less is better. {setting.stopped}</p>
        <div className="columns">
          <OffloadTable rows={setting.offload} />
          <ComparisonTable caption="Measures of a session" comparisons={setting.measures} />
          <ComparisonTable caption="CPU of main in each step, ms" comparisons={setting.steps} />
        </div>
      </section>
      <section id="boundary">
        <h2>Boundary</h2>
        <BoundaryTable rows={setting.boundary} />
      </section>
      <section id="distributions">
        <h2>Distributions</h2>
        <p>Every counted run is a dot (workers) or a square (inline); the upright line is the median.</p>
        <div className="plots">
          {setting.measures.map((comparison) => (
            <DotPlot key={comparison.key} comparison={comparison} />
          ))}
        </div>
      </section>
      <section id="runs">
        <h2>Runs</h2>
        <div className="columns">
          <RunTable runs={setting.runs} />
          <ThrottleTable throttle={setting.throttle} calibration={setting.calibration} />
        </div>
      </section>
    </>
  );
}
