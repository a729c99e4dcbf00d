/** A function whose source text is sent to the browser: it cannot use names of the file that it is written in. */
export type Script<Argument, Result> = (argument: Argument) => Result | Promise<Result>;

/** A host page with a player in its only frame, as the suite for all browsers needs it. */
export interface TestPage {
  /** Errors and warnings of the console and uncaught exceptions, of every frame. */
  readonly problems: readonly string[];
  goto(url: string): Promise<void>;
  /** Runs `script` in the page of the host; its argument and its result are JSON. */
  inHost<Argument, Result>(script: Script<Argument, Result>, argument?: Argument): Promise<Result>;
  /** Runs `script` in the page of the player; its argument and its result are JSON. */
  inPlayer<Argument, Result>(script: Script<Argument, Result>, argument?: Argument): Promise<Result>;
  /** Clicks into the middle of an element of the player, as a viewer does. */
  click(selector: string): Promise<void>;
  /** Moves the pointer to a place in an element of the player, in shares of its size. */
  move(selector: string, x: number, y: number): Promise<void>;
  /** Presses the pointer where it is; `up` releases it. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Presses a key while an element of the player has the focus. */
  press(key: string): Promise<void>;
  /** Visible part of the page, as PNG in base64. */
  screenshot(): Promise<string>;
  /** Closes the page as a viewer closes a tab. */
  close(): Promise<void>;
}

export interface TestBrowser {
  readonly version: string;
  /** Opens a new tab in the same profile. */
  openPage(): Promise<TestPage>;
  close(): Promise<void>;
}
