/** Its text goes to the browser: it sees nothing of the file that it is written in. */
export type Script<Argument, Result> = (argument: Argument) => Result | Promise<Result>;

/** Browser as the suite of all browsers needs it: a page of a host with a player in its only frame. */
export interface TestPage {
  /** Errors and warnings of the console and uncaught exceptions, of every frame. */
  readonly problems: readonly string[];
  goto(url: string): Promise<void>;
  /** Runs `script` in the page of the host; its argument and its result are JSON. */
  inHost<Argument, Result>(script: Script<Argument, Result>, argument?: Argument): Promise<Result>;
  /** The same in the page of the player. */
  inPlayer<Argument, Result>(script: Script<Argument, Result>, argument?: Argument): Promise<Result>;
  /** Clicks into the middle of an element of the player, as a viewer does. */
  click(selector: string): Promise<void>;
  /** Moves the pointer to a place in an element of the player, in shares of its size. */
  move(selector: string, x: number, y: number): Promise<void>;
  /** The pointer is pressed where it is, and released. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Presses a key while an element of the player has the focus. */
  press(key: string): Promise<void>;
  /** Visible part of the page, as PNG in base64. */
  screenshot(): Promise<string>;
  /** Closes it as a viewer closes a tab. */
  close(): Promise<void>;
}

export interface TestBrowser {
  readonly version: string;
  /** A new tab of the one profile. */
  openPage(): Promise<TestPage>;
  close(): Promise<void>;
}
