import { useEffect, useSyncExternalStore } from 'react';
import { Emitter } from '../../../../src/page/player/emitter.ts';
import type { FeatureBoundary } from '../../../../src/page/interface/errors/feature-boundary.tsx';

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

/** The real boundary, with an additional child that can be made to throw. */
export function withSaboteur(Boundary: typeof FeatureBoundary): typeof FeatureBoundary {
  return class SabotagedBoundary extends Boundary {
    override render() {
      const { feature } = this.props;
      mounted.add(feature);
      if (this.state.hasFailed) return super.render();
      return (
        <>
          {super.render()}
          <Saboteur feature={feature} />
        </>
      );
    }
  };
}

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
