import type { SphericalProperties } from '../host/player-info.ts';

/** Field of view along the longer edge of the player. */
export const FOV_DEGREES = 100;
const FOV_MIN_DEGREES = 30;
const FOV_MAX_DEGREES = 120;

/**
 * The direction of view in a spherical video, degrees. `yaw` grows to the left, `pitch` upwards, `roll` clockwise;
 * `fov` is the field of view along the longer edge. Yaw, pitch and roll are 0 at the centre of the picture.
 */
export interface ViewDirection {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly fov: number;
}

export const AHEAD: ViewDirection = { yaw: 0, pitch: 0, roll: 0, fov: FOV_DEGREES };

/** Yaw (0 to 360) and roll (-180 to 180) wrap around; pitch and field of view are clamped. */
export function normalDirection(properties: Readonly<SphericalProperties>): ViewDirection {
  const { yaw = AHEAD.yaw, pitch = AHEAD.pitch, roll = AHEAD.roll, fov = AHEAD.fov } = properties;
  return {
    yaw: wrapDegrees(yaw),
    pitch: clamp(pitch, -90, 90),
    roll: roll === 180 ? roll : wrapDegrees(roll + 180) - 180,
    fov: clamp(fov, FOV_MIN_DEGREES, FOV_MAX_DEGREES),
  };
}

/** The second remainder maps 360 to 0: a very small negative angle plus 360 rounds to 360. */
const wrapDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360;
const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/**
 * The interface of the spherical renderer: plain messages, because there is one for every frame. The same module runs
 * in a worker, where it receives the commands as messages, or on main.
 */
export type SphereCommand<Canvas = object, Frame = object> =
  | { readonly kind: 'open'; readonly canvas: Canvas }
  /** Transferred; the renderer closes it once it is a texture. */
  | { readonly kind: 'frame'; readonly frame: Frame; readonly widthPixels: number }
  | { readonly kind: 'look'; readonly direction: ViewDirection }
  | { readonly kind: 'size'; readonly widthPixels: number; readonly heightPixels: number }
  /** The response is `alive`, so that a dead worker is detected while the video is paused. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'close' };

export type SphereReport =
  /** Ready to draw, at the start or after a lost context was restored; requests the present frame. */
  | 'ready'
  /** The frame is a texture now; requests the next frame. One frame at a time bounds the memory of a slow renderer. */
  | 'taken'
  /** The context was lost: nothing is drawn until `ready`. */
  | 'lost'
  | 'alive'
  /** Rendering is not supported here. */
  | 'unavailable';

/** Exports of `workers/spherical/spherical.worker.ts` for main. */
export interface SphereRendererModule<Canvas = object, Frame = object> {
  readonly createSphereRenderer: (
    report: (report: SphereReport) => void,
  ) => (command: SphereCommand<Canvas, Frame>) => void;
}
