/** Condition before a screen's page is opened. */
export type Fault = 'media fail' | 'segments never come' | 'sound needs a gesture';

/**
 * Steps that lead to a screen. Tests take the steps with a browser's own input, the states page with events in a frame.
 * Each promise resolves when the step has been taken and rejects when it cannot be.
 */
export interface Viewer {
  /** Waits until the first element that matches is visible. */
  see(selector: string): Promise<void>;
  /** Waits until it holds. The function may be sent to another process, so it uses nothing from outside of itself. */
  seeThat(condition: (document: Document) => boolean): Promise<void>;
  /** Waits until the player is cued. In a frame it is asleep then: it loads its scripts with the first input. */
  seeCued(): Promise<void>;
  /** A video that plays by itself has controls for somebody only. */
  comeNear(): Promise<void>;
  /** Waits until the video is past `seconds`. */
  watchPast(seconds: number): Promise<void>;
  /** On the first element that matches, which gets the focus; else wherever the focus is. */
  press(key: string, selector?: string): Promise<void>;
  /** With Enter, where the element is shown now. */
  pressWhereShown(selector: string): Promise<void>;
  /** A switch that is on stays on: the provider may know the viewer from before. */
  turnOn(selector: string): Promise<void>;
  rightClick(left: number, top: number): Promise<void>;
  loseNetwork(): Promise<void>;
  /** Reloads the page, which keeps its storage. */
  reload(): Promise<void>;
}
