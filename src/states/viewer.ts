/** Fault that is simulated before a screen's page is opened. */
export type Fault = 'media fail' | 'segments never come' | 'sound needs a gesture';

/**
 * Steps that lead to a screen. Tests perform them with real browser input, the states page with synthetic events in a frame.
 * Each promise resolves when its step is done, and rejects if the step is impossible.
 */
export interface Viewer {
  /** Waits until the first element that matches is visible. */
  see(selector: string): Promise<void>;
  /** Waits until a condition holds. The function may be sent to another process, so it must not use its closure. */
  seeThat(condition: (document: Document) => boolean): Promise<void>;
  /** Waits until the player is cued. In a frame, its scripts are not loaded yet: the first input loads them. */
  seeCued(): Promise<void>;
  /** Moves the pointer over the player, since controls are hidden without input while a video plays. */
  comeNear(): Promise<void>;
  /** Waits until the video is past `seconds`. */
  watchPast(seconds: number): Promise<void>;
  /** Presses a key on the first matching element, which gets the focus; without a selector, on the focused element. */
  press(key: string, selector?: string): Promise<void>;
  /** Presses an element with Enter if it is shown; else does nothing. */
  pressWhereShown(selector: string): Promise<void>;
  /** Turns a switch on. It may be on already, because the provider may remember the viewer. */
  turnOn(selector: string): Promise<void>;
  rightClick(left: number, top: number): Promise<void>;
  loseNetwork(): Promise<void>;
  /** Reloads the page and keeps its storage. */
  reload(): Promise<void>;
}
