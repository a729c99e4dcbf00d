import { useEffect, useSyncExternalStore } from 'react';
import { Emitter } from '../../../../src/page/player/emitter.ts';
import { FeatureBoundary } from '../../../../src/page/interface/errors/feature-boundary.tsx';

export type Moment = 'render' | 'effect';

interface Sabotage {
  readonly feature: string;
  readonly moment: Moment;
}

const changed = new Emitter<void>((error) => {
  throw error;
});
let sabotage: Sabotage | null = null;
const mounted = new Set<string>();

/** The features whose boundary was rendered in this file's tests. */
export const mountedFeatures = (): ReadonlySet<string> => mounted;

/** Makes the feature throw from now on; `null` ends it. */
export function sabotageFeature(next: Sabotage | null): void {
  sabotage = next;
  changed.emit();
}

const { render } = FeatureBoundary.prototype;

/** Gives every boundary of this file's tests another child, which can be made to throw. */
FeatureBoundary.prototype.render = function renderWithSaboteur(this: FeatureBoundary) {
  const { feature } = this.props;
  mounted.add(feature);
  if (this.state.hasFailed) return render.call(this);
  return (
    <>
      {render.call(this)}
      <Saboteur feature={feature} />
    </>
  );
};

function Saboteur({ feature }: { feature: string }) {
  const moment = useSyncExternalStore(changed.on.bind(changed), () =>
    sabotage?.feature === feature ? sabotage.moment : null,
  );
  useEffect(() => {
    if (moment === 'effect') throw new Error(`sabotage of ${feature}`);
  }, [moment, feature]);
  if (moment === 'render') throw new Error(`sabotage of ${feature}`);
  return null;
}
