import { terminalText } from '../provider/operations/terminal-text.ts';

/** Print output and errors of commands, for a terminal. */
export const say = (text: string): void => console.log(terminalText(text));
export const complain = (text: string): void => console.error(terminalText(text));

export function giveUp(message: string): void {
  complain(message);
  process.exitCode = 1;
}
