/** Names of workers in profiles and developer tools. */
export const INFRASTRUCTURE_WORKER = 'oriel-infrastructure';
export const MEDIA_WORKER = 'oriel-media';
export const SPHERE_WORKER = 'oriel-sphere';
export const PROFILER_WORKER = 'oriel-profiler';
