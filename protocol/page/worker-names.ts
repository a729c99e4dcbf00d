/** What workers are called in profiles and developer tools, whoever starts them. */
export const INFRASTRUCTURE_WORKER = 'oriel-infrastructure';
export const MEDIA_WORKER = 'oriel-media';
export const SPHERE_WORKER = 'oriel-sphere';
