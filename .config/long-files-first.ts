import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that take longest of each level, by many random runs or to let videos play to their ends: last, each would run
 * alone on the machine.
 */
const LONG_FILES = [
  'provider/fuzz',
  'page/bridge/hostile',
  'provider/database-process',
  'page/player/player-model',
  'gestures/gestures',
  'media/live',
  'browsers/webkit',
  'browsers/firefox',
  'add-video-faults',
  'profile',
  'media/unusual-media',
  'deployments',
  'everyone/axe',
  'browsers/absent-apis',
  'everyone/colours',
  'reliability/leaving',
  'cluster/cluster',
  'host/isolation',
  'add-video',
  'media',
  'host/package',
  'interface/panels',
  'upload-goes-on',
  'upload-video',
  'storm',
  'interface/spherical',
  'media/worker-death',
  'media/live-ffmpeg',
  'reliability/provider-faults',
  'reliability/new-build',
  'run-time',
  'host/any-call',
  'infrastructure/whole-service',
  'interface/features',
];
const NAME = /\/tests\/(?:unit|browser|end-to-end)\/(.+)\.test\.tsx?$/;

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG_FILES.indexOf(NAME.exec(moduleId)?.[1] ?? '');
  return rank === -1 ? LONG_FILES.length : rank;
};

/** The runner knows how long a file took the last time, but not in a fresh clone. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other));
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
